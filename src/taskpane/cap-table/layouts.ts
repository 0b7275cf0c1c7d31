/** Which columns of a table are shown before anyone asks for more; the columns themselves stand in the engine's tables. */
import { holdingsTable, instrumentsTable } from "../../cap-table/rows";
import type { Column } from "../../cap-table/table";

export interface Layout {
  readonly name: "holdings" | "instruments";
  readonly title: string;
  readonly help: string;
  readonly columns: Readonly<Record<string, Column>>;
  readonly always: readonly string[];
  /** Shown as soon as a row is of that kind. */
  readonly byKind: Readonly<Record<string, readonly string[]>>;
  readonly kind: string;
  readonly add: string;
}

export const HOLDINGS: Layout = {
  name: "holdings",
  title: "Holdings today",
  help: "One row for each holder and class, before the round. A pool is what is unissued and promised to nobody.",
  columns: holdingsTable.columns as Layout["columns"],
  always: ["holder", "security", "kind", "shares"],
  byKind: { preferred: ["issue_price", "anti_dilution", "participation"], option: ["strike"], warrant: ["strike"] },
  kind: "common",
  add: "Add a holding",
};

export const INSTRUMENTS: Layout = {
  name: "instruments",
  title: "SAFEs and notes",
  help: "What converts in the round, in the order in which it was signed. Discounts and rates are decimals: 0.2 is 20 % off.",
  columns: instrumentsTable.columns as Layout["columns"],
  always: ["holder", "kind", "amount", "cap", "discount"],
  byKind: { note: ["interest_rate", "issue_date"] },
  kind: "safe_post",
  add: "Add a SAFE or note",
};

/** Kinds as people call them. */
const CALLED: Readonly<Record<string, string>> = { safe_post: "SAFE, post-money", safe_pre: "SAFE, pre-money", pool: "pool, unissued", actual_365: "actual/365", actual_360: "actual/360", "30_360": "30/360", nvca: "NVCA" };
export const called = (choice: string): string => CALLED[choice] ?? choice.replaceAll("_", " ");
