/** The table as it stands after the round: what an exit then pays, and what the next round begins with. */
import type { FundingRoundAnswer, RoundRequest } from "../../cap-table/round-answer";
import { holdingsTable } from "../../cap-table/rows";
import { isoDate } from "../../core/dates";
import type { Column } from "../../cap-table/table";
import type { Draft } from "./rows-table";

const COLUMNS = holdingsTable.columns as Readonly<Record<string, Column>>;

/** A row that was read, in texts again; what is as a blank would be is left blank. */
function draftOf(row: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(row).flatMap(([name, value]) => {
    if (value === undefined || value === COLUMNS[name]!.default || (COLUMNS[name]!.defaultFrom !== undefined && value === row[COLUMNS[name]!.defaultFrom])) return [];
    return [[name, COLUMNS[name]!.kind === "date" ? isoDate(value as number) : String(value)]];
  }));
}

/** The terms of the new class; SAFEs and notes convert into it at their own price, each with its own money as preference. */
export function holdingsAfter(request: RoundRequest, answer: FundingRoundAnswer, terms: Draft): Draft[] {
  const adjustments = [...answer.anti_dilution];
  let pool: Draft | undefined;
  const drafts = request.holdings.rows.map((row): Draft => {
    const draft = draftOf(row);
    if (row.kind === "pool") {
      // All unissued options stand in one row after the round; further ones are empty.
      const shares = pool ? "0" : String(answer.pool.shares_after);
      pool ??= draft;
      return { ...draft, shares };
    }
    const at = adjustments.findIndex(({ holder, security, conversion_price_before }) => holder === row.holder && security === row.security && conversion_price_before === row.conversion_price);
    if (row.kind !== "preferred" || at < 0) return draft;
    const [adjustment] = adjustments.splice(at, 1);
    return adjustment!.conversion_price_after === row.issue_price ? draft : { ...draft, conversion_price: String(adjustment!.conversion_price_after) };
  });
  const preferred = (holder: string, security: string, shares: number, price: number): Draft => ({ holder, security, kind: "preferred", shares: String(shares), issue_price: String(price), ...terms });
  for (const { holder, kind, shares, price } of answer.conversions) if (shares > 0) drafts.push(preferred(holder, kind === "note" ? "Converted note" : "Converted SAFE", shares, price));
  if (answer.new_shares > 0) drafts.push(preferred(request.investorName, request.security, answer.new_shares, answer.price_per_share));
  if (!pool && answer.pool.shares_after > 0) drafts.push({ holder: "Option pool", security: "Options", kind: "pool", shares: String(answer.pool.shares_after) });
  return drafts;
}
