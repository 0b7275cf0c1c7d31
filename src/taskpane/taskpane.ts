/** The page: the list on one side, the formula that the address names on the other. */
import { nearest } from "../core/nearest";
import { FORMULAS } from "../formulas";
import { search } from "../formulas/search";
import { button, byId, make } from "./dom";
import { formulaView, type FormulaView } from "./formula-view";
import { list } from "./list";
import { Refused, whenInExcel, type Workbook } from "./office";
import { PAGES, pageOf } from "./pages";

const TITLE = "VAL: valuation formulas";
/** Words to begin with; those that nothing answers yet are left out. */
const SUGGESTIONS = ["growth", "IRR", "NPV", "multiple", "burn", "option pool", "WACC", "dilution", "loan", "payback"];

let workbook: Workbook | undefined;
const views = new Map<string, FormulaView>();
const searchField = byId("pane-search") as HTMLInputElement;
const main = byId("pane-formula");
const narrow = matchMedia("(max-width: 799px)");
const catalogue = list(searchField, byId("pane-list"));

/** The formula that the address asks for. Excel on the web may put words of its own behind an ampersand. */
const asked = (): string => location.hash.slice(1).split("&")[0]!.toLowerCase();

const isKnown = (name: string): boolean => FORMULAS.has(name) || pageOf(name) !== undefined;

const door = (href: string, title: string, brief: string, target?: string): HTMLElement => make("li", {}, make("a", { href, target }, make("strong", {}, title), make("span", {}, brief)));

function welcome(unknown: string): HTMLElement {
  const close = unknown && nearest(unknown, [...FORMULAS.keys(), ...PAGES.flatMap(({ id, functions }) => [id, ...functions])]);
  const suggestions = SUGGESTIONS.filter((words) => search(words).length > 0).map((words) => button(words, () => catalogue.find(words), { class: "chip" }));
  return make(
    "div",
    { class: "welcome" },
    !!unknown && make("p", { class: "notice" }, `There is no formula called ${unknown}. `, !!close && make("a", { href: `#${close}` }, `Did you mean ${(FORMULAS.get(close) ?? pageOf(close))!.title}?`)),
    make("h2", {}, `${FORMULAS.size} valuation formulas, with their working`),
    make("p", { class: "lead" }, "The equation you read is the one that runs. A formula is exact to the last digit, and says what it rests on and where it comes from; formulas over columns are computed in doubles."),
    make("p", { class: "chips" }, ...suggestions),
    make("ul", { class: "doors" }, ...PAGES.map(({ id, title, brief }) => door(`#${id}`, title, brief)), door("handbook/index.html", "The handbook", "Each formula's mathematics and example.", "_blank")),
    make("p", { class: "help" }, "Press ", make("kbd", {}, "/"), " to search, ", make("kbd", {}, "↑"), " ", make("kbd", {}, "↓"), " to walk the list, ", make("kbd", {}, "Enter"), " to open, ", make("kbd", {}, "Esc"), " to come back."),
  );
}

/** The view of a formula or a page, made once and kept with what was typed in it. */
function viewOf(id: string): FormulaView | Promise<FormulaView> {
  const kept = views.get(id);
  if (kept) return kept;
  const keep = (view: FormulaView): FormulaView => {
    views.set(id, view);
    return view;
  };
  const formula = FORMULAS.get(id);
  return formula ? keep(formulaView(formula, () => workbook)) : pageOf(id)!.open(() => workbook).then(keep);
}

let scrolled = 0;
function show(isFirst: boolean): void {
  const wanted = asked();
  const open = FORMULAS.get(wanted) ?? pageOf(wanted);
  const wasOpen = document.body.dataset["view"] === "formula";
  if (!wasOpen) scrolled = scrollY;
  document.body.dataset["view"] = open ? "formula" : "list";
  document.title = open ? `${open.title} · VAL` : TITLE;
  catalogue.mark(open?.id);
  if (!open) {
    main.replaceChildren(welcome(wanted));
    if (wasOpen) scrollTo(0, narrow.matches ? scrolled : 0);
    return;
  }
  const place = (view: FormulaView): void => {
    if (asked() !== wanted) return;
    main.replaceChildren(view.element);
    scrollTo(0, 0);
    if (!isFirst) view.heading.focus({ preventScroll: true });
  };
  // A formula stands there at once; only the first look at a page waits for its code.
  const view = viewOf(open.id);
  if (view instanceof Promise) void view.then(place);
  else place(view);
}

function back(): void {
  if (narrow.matches) {
    const id = (FORMULAS.get(asked()) ?? pageOf(asked()))?.id;
    location.hash = "";
    show(false);
    catalogue.mark(id);
  }
  catalogue.focus();
}

addEventListener("hashchange", () => show(false));
byId("pane-back").addEventListener("click", (event) => {
  event.preventDefault();
  back();
});
document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
  if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    if (narrow.matches && isKnown(asked())) back();
    searchField.focus();
    searchField.select();
  } else if (event.key === "Escape" && isKnown(asked())) back();
});
show(true);
if (!isKnown(asked()) && !narrow.matches) searchField.focus();

const repairButton = byId("pane-repair") as HTMLButtonElement;
const repairOutcome = byId("pane-repair-outcome");
const cells = (count: number): string => (count === 1 ? "1 cell" : `${count} cells`);
repairButton.addEventListener("click", async () => {
  if (!workbook) return;
  repairButton.disabled = true;
  repairOutcome.textContent = "Looking through the sheets…";
  try {
    const { repaired, still, refused } = await workbook.repair();
    const told = [
      repaired ? `Repaired ${cells(repaired)}.` : still || refused.length ? "" : "No VAL formula shows #NAME?.",
      still ? `${cells(still)} still ${still === 1 ? "shows" : "show"} #NAME?: the name may be misspelt, or Excel has not loaded the functions yet.` : "",
      refused.length ? `Left out: ${refused.join("; ")}` : "",
    ];
    repairOutcome.textContent = told.filter(Boolean).join(" ");
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem;
    repairOutcome.textContent = problem.message;
  } finally {
    repairButton.disabled = false;
  }
});

whenInExcel((found) => {
  workbook = found;
  document.body.dataset["host"] = "excel";
});
