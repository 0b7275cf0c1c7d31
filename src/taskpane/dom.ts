/** The few lines that a page without a framework needs. */
type Attribute = string | number | boolean | undefined;
export type Child = Node | string | undefined | false;

/** An element with its attributes and children; an attribute that is false or undefined is left out. */
export function make<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Readonly<Record<string, Attribute>> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

export function button(label: string, act: () => void, attributes: Readonly<Record<string, Attribute>> = {}): HTMLButtonElement {
  const element = make("button", { type: "button", ...attributes }, label);
  element.addEventListener("click", act);
  return element;
}

/** MathML text of our own catalogue as an element. */
export function mathElement(markup: string): Element {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.content.firstElementChild!;
}

/** Text with `code` around what stands between braces, as the texts of definitions have it. */
export const braced = (text: string): Child[] => text.split(/\{([^}]*)\}/).map((piece, i) => (i % 2 ? make("code", {}, piece) : piece));

/** An expression that may break after operators and underscores; never between a sign and its number. */
export function breakable(text: string): Node[] {
  return text.split(/(?<=[_(,;*/^])/).flatMap((piece, i) => (i ? [make("wbr"), document.createTextNode(piece)] : [document.createTextNode(piece)]));
}

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element ${id}`);
  return element;
}
