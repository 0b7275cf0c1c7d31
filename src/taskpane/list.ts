/** The catalogue as a list that narrows as one types. */
import { CHAPTERS, FORMULAS, type CatalogueFormula } from "../formulas";
import { search } from "../formulas/search";
import { announce } from "./announce";
import { make } from "./dom";
import { PAGES, searchPages } from "./pages";

export interface List {
  /** Marks the formula that is open, and brings it into sight. */
  mark(id: string | undefined): void;
  /** Puts the keyboard on the formula that was open, or on the search where it is not listed. */
  focus(): void;
  /** Searches as if the words had been typed. */
  find(words: string): void;
}

/** A longer id is the title over again, in capitals. */
const LONGEST_ABBREVIATION = 10;

type Listed = Pick<CatalogueFormula, "id" | "title" | "summary">;

function item({ id, title, summary }: Listed, aside: string | undefined): HTMLElement {
  return make("li", {}, make("a", { href: `#${id}`, "data-id": id, tabindex: -1 }, make("span", { class: "name" }, title), aside !== undefined && make("code", {}, aside), make("span", { class: "summary" }, summary)));
}

/** The chapters with their pages in front of their formulas; a chapter may consist of pages alone. */
function chapters(): { chapter: number; title: string; ids: string[] }[] {
  const listed = CHAPTERS.map(({ chapter, title, formulas }) => ({ chapter, title, ids: Object.keys(formulas) }));
  for (const { id, chapter, chapterTitle } of PAGES) {
    const found = listed.find((other) => other.chapter === chapter);
    if (found) found.ids.unshift(id);
    else listed.push({ chapter, title: chapterTitle, ids: [id] });
  }
  return listed;
}

export function list(field: HTMLInputElement, container: HTMLElement): List {
  let current: string | undefined;
  // Every item is made once and moved: typing must not wait for the page.
  const items = new Map<string, HTMLElement>();
  for (const formula of FORMULAS.values()) items.set(formula.id, item(formula, formula.id.length <= LONGEST_ABBREVIATION ? formula.id.toUpperCase() : undefined));
  for (const page of PAGES) items.set(page.id, item(page, "page"));
  const links = (): HTMLAnchorElement[] => [...container.querySelectorAll<HTMLAnchorElement>("a[data-id]")];
  const whole = chapters().map(({ chapter, title, ids }) => ({ heading: make("h2", { id: `chapter-${chapter}` }, make("span", { class: "number" }, String(chapter)), title), ids, chapter }));

  function render(): void {
    const words = field.value.trim();
    if (words === "") {
      container.replaceChildren(...whole.map(({ heading, ids, chapter }) => make("section", { "aria-labelledby": `chapter-${chapter}` }, heading, make("ul", {}, ...ids.map((id) => items.get(id)!)))));
    } else {
      const pages = searchPages(words);
      const found: readonly Listed[] = [...pages.first, ...search(words), ...pages.last];
      const told = found.length === 0 ? `Nothing is called “${words}”.` : found.length === 1 ? "1 found" : `${found.length} found`;
      container.replaceChildren(make("section", {}, make("h2", { class: "found" }, told), found.length ? make("ul", {}, ...found.map(({ id }) => items.get(id)!)) : make("p", { class: "help" }, "Try what it is about: growth, burn, dilution, exit.")));
      announce(told, 500);
    }
    mark(current);
  }
  /** One stop for the Tab key; the arrows go on from there. */
  function stop(at: HTMLAnchorElement | undefined): void {
    for (const link of links()) link.tabIndex = link === at ? 0 : -1;
  }
  function mark(id: string | undefined): void {
    current = id;
    for (const link of links()) {
      if (link.dataset["id"] === id) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    const open = links().find((link) => link.dataset["id"] === id);
    stop(open ?? links()[0]);
    const scrolls = container.scrollHeight > container.clientHeight;
    if (open && scrolls) open.scrollIntoView({ block: "nearest" });
  }
  function go(link: HTMLAnchorElement | undefined): void {
    if (!link) return;
    stop(link);
    link.focus();
  }

  field.addEventListener("input", () => {
    render();
    container.scrollTop = 0;
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") go(links()[0]);
    else if (event.key === "Enter") links()[0]?.click();
    else if (event.key === "Escape" && field.value !== "") {
      field.value = "";
      render();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  container.addEventListener("keydown", (event) => {
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLAnchorElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const jumps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
    const to = jumps[event.key];
    if (to === -1 || event.key === "Escape") field.focus();
    else if (to !== undefined) go(all[Math.min(to, all.length - 1)]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  render();

  return {
    mark,
    focus() {
      const link = links().find(({ dataset }) => dataset["id"] === current);
      if (!link) return field.focus();
      go(link);
    },
    find(words) {
      field.value = words;
      render();
      field.focus();
    },
  };
}
