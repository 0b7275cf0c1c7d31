/** Thousands of rows in the page would hold up every keystroke, so a long table shows its beginning, and more when asked. */
import { button } from "./dom";

export interface Portion {
  /** Says how much is not shown and shows more; hidden where all is. */
  readonly element: HTMLButtonElement;
  /** The items to show now. */
  of<T>(items: readonly T[]): readonly T[];
  /** Back to the beginning. */
  reset(): void;
}

export function portion(first: number, what: string, again: () => void): Portion {
  let count = first;
  const element = button("", () => {
    count *= 4;
    again();
  }, { class: "quiet", hidden: true });
  return {
    element,
    of(items) {
      element.hidden = items.length <= count;
      if (!element.hidden) element.textContent = `… and ${(items.length - count).toLocaleString("en-US")} more ${what}: show more`;
      return element.hidden ? items : items.slice(0, count);
    },
    reset() {
      count = first;
    },
  };
}
