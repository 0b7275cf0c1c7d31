/** Drawing, with the few lines that it needs. Every look is a class: the page's policy allows no style in the markup. */
import { make } from "../dom";

type Attribute = string | number | undefined;

export function svg(tag: string, attributes: Readonly<Record<string, Attribute>> = {}, ...children: (Node | string | undefined | false)[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

/** How many lines can be told apart; each has a hue and a dash of its own in the style sheet. */
export const HUES = 8;

/** The piece of a line that stands for it in a table or a legend. */
export const key = (hue: number): SVGElement => svg("svg", { class: "key", viewBox: "0 0 18 8", width: 18, height: 8, "aria-hidden": "true" }, svg("path", { class: `line hue-${hue}`, d: "M1 4H17" }));

/** A place that draws anew for the width it has, so that texts keep their size in a narrow pane. */
export function drawing(draw: (width: number) => SVGElement | undefined): { readonly element: HTMLElement; redraw(): void } {
  const element = make("div", { class: "drawing" });
  let drawn = 0;
  const redraw = (): void => {
    const width = Math.floor(element.clientWidth);
    if (width === 0) return;
    drawn = width;
    const picture = draw(width);
    element.replaceChildren(...(picture ? [picture] : []));
  };
  new ResizeObserver(() => {
    if (Math.floor(element.clientWidth) !== drawn) redraw();
  }).observe(element);
  return { element, redraw };
}
