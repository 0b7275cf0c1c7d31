/** What a screen reader is told, once the typing rests. */
import { byId } from "./dom";

let waiting: ReturnType<typeof setTimeout> | undefined;

export function announce(words: string, delay = 100): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const region = byId("pane-announcements");
    // The same words twice in a row would not be read again.
    region.textContent = region.textContent === words ? `${words}\u00A0` : words;
  }, delay);
}
