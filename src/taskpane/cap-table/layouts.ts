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

/** More rows than these take longer to answer than a keystroke may. */
export const MANY_ROWS = 40;

/** What other cap tables call a column. */
const SYNONYMS: Readonly<Record<string, string>> = {
  name: "holder", shareholder: "holder", stakeholder: "holder", investor: "holder", owner: "holder",
  class: "security", series: "security", share_class: "security",
  quantity: "shares", number_of_shares: "shares", share_count: "shares",
  type: "kind",
  price: "issue_price", price_per_share: "issue_price", exercise_price: "strike", strike_price: "strike",
  principal: "amount", valuation_cap: "cap", interest: "interest_rate", date: "issue_date",
};
export const normalised = (name: string): string => name.trim().toLowerCase().replace(/[\s-]+/g, "_");

/** The column that a title means, by its own name or by a common one. */
export function columnNamed(title: string, { columns }: Pick<Layout, "columns">): string | undefined {
  const name = normalised(title);
  return [name, SYNONYMS[name]].find((each) => each !== undefined && Object.hasOwn(columns, each));
}

/** Kinds as people call them. */
const CALLED: Readonly<Record<string, string>> = { safe_post: "SAFE, post-money", safe_pre: "SAFE, pre-money", pool: "pool, unissued", actual_365: "actual/365", actual_360: "actual/360", "30_360": "30/360", nvca: "NVCA" };
export const called = (choice: string): string => CALLED[choice] ?? choice.replaceAll("_", " ");
