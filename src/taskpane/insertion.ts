/** Writing into the workbook from a page: ask before writing over something, and say what came of it. */
import { Failure } from "../core/failure";
import { make } from "./dom";
import { Refused, type Insertion, type Workbook } from "./office";

export interface Inserter {
  /** Where it is said what came of it. */
  readonly outcome: HTMLElement;
  /** Acts on the workbook, and tells why it did not go where Excel or VAL refuses. */
  attempt(act: (book: Workbook) => Promise<void>): Promise<void>;
  /** Writes, asking a second press before it writes over what cells hold. `what` names what is written. */
  write(what: string, order: (book: Workbook, overwrite: boolean) => Promise<Insertion>): Promise<void>;
  /** What was said of the last insertion no longer holds. */
  forget(): void;
}

export function inserter(workbook: () => Workbook | undefined): Inserter {
  const outcome = make("p", { class: "outcome", role: "status", hidden: true });
  let confirming: string | undefined;
  function tell(words: string, isProblem = false): void {
    outcome.textContent = words;
    outcome.hidden = words === "";
    outcome.classList.toggle("problem", isProblem);
  }
  async function attempt(act: (book: Workbook) => Promise<void>): Promise<void> {
    const book = workbook();
    if (!book) return;
    try {
      await act(book);
    } catch (problem) {
      if (!(problem instanceof Refused || problem instanceof Failure)) throw problem;
      tell(problem.message, true);
    }
  }
  return {
    outcome,
    attempt,
    write: (what, order) => attempt(async (book) => {
      const done = await order(book, confirming === what);
      confirming = done.done ? undefined : what;
      if (!done.done) tell(`${done.at} holds ${done.holds.slice(0, 60)}. Press again to write over it, or select another cell.`, true);
      else if (done.shows === "#NAME?") tell(`Inserted in ${done.at}, but Excel does not know the function yet. Give it a moment, then use Repair above.`, true);
      else if (done.shows === "#SPILL!") tell(`Inserted in ${done.at}, but the cells that it should fill are not empty. Clear them, or move the formula.`, true);
      else tell(`Inserted in ${done.at}${done.shows && !done.shows.startsWith("#") ? `, which shows ${done.shows}` : ""}.`);
    }),
    forget() {
      confirming = undefined;
      tell("");
    },
  };
}
