/** Copying, with a button that says that it has. */
import { announce } from "./announce";
import { button, make } from "./dom";

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Excel on the web shows the pane in a frame that may not write to the clipboard; the old way still works there.
    const field = make("textarea", { class: "unseen", "aria-hidden": "true" });
    field.value = text;
    const focused = document.activeElement;
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return copied;
  }
}

/** A button that copies what `text` gives at that moment; `what` names it for those who do not see where it stands. */
export function copyButton(what: string, text: () => string | undefined, label = "Copy"): HTMLButtonElement {
  let resting: ReturnType<typeof setTimeout> | undefined;
  const element = button(label, async () => {
    const now = text();
    if (now === undefined) return;
    const copied = await copy(now);
    element.textContent = copied ? "Copied" : "Copying is not allowed here";
    announce(copied ? `${what} copied` : `${what} could not be copied`);
    clearTimeout(resting);
    resting = setTimeout(() => (element.textContent = label), 1600);
  }, { class: "quiet", "aria-label": `Copy ${what}` });
  return element;
}
