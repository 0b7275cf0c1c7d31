/**
 * A round as a spreadsheet with iterative calculation would do it: every definition in turn, in doubles, from records, until
 * nothing changes. It shares nothing with the engine, and is what the engine is held against.
 */
import type { HoldingRecord, InstrumentRecord, RoundRecord } from "./arbitrary";

/** The price, or nothing where it does not settle in so many turns. */
export function priceByIteration({ pre_money: preMoney, investment, pool_target: target = 0, holdings, instruments, options }: RoundRecord, turns: number): number | undefined {
  const ratio = (row: HoldingRecord) => (row.kind === "preferred" ? (row.issue_price ?? 1) / (row.conversion_price ?? row.issue_price ?? 1) : 1);
  const count = (kinds: string[]) => holdings.filter(({ kind }) => kinds.includes(kind)).reduce((total, row) => total + row.shares * ratio(row), 0);
  const common = count(["common"]);
  const preferred = count(["preferred"]);
  const granted = count(["option", "warrant"]);
  const pool = count(["pool"]);
  const issued = common + preferred + granted;
  const outstanding: Record<string, number> = { nvca: issued, with_pool: issued + pool, common_and_preferred: common + preferred, preferred_only: preferred };
  const base = outstanding[String(options["anti_dilution_basis"])] ?? issued;
  const poolBefore = options["pool_timing"] === "pre_money";
  const money = instruments.reduce((total, { amount }) => total + amount, 0);

  let price = preMoney / (issued + pool);
  let newPool = pool;
  let shares = instruments.map(() => 0);
  for (let turn = 0; turn < turns; turn++) {
    const newShares = investment / price;
    const adjusted = holdings.reduce((total, row) => {
      const held = row.shares * ratio(row);
      const conversionPrice = row.conversion_price ?? row.issue_price ?? 0;
      if (row.kind !== "preferred" || (row.anti_dilution ?? "none") === "none" || price >= conversionPrice) return total;
      const factor = row.anti_dilution === "full_ratchet" ? conversionPrice / price : (base + newShares) / (base + investment / conversionPrice);
      return total + held * (factor - 1);
    }, 0);
    const inPrice = options["anti_dilution_in_price"] === true ? adjusted : 0;
    const before = issued + inPrice + pool;
    const converted = shares.reduce((total, each) => total + each, 0);
    const company = before + converted;
    const increase = newPool - pool;
    const total = issued + adjusted + newPool + converted + newShares;
    const poolCounted = options["pool_basis"] === "total" ? granted : 0;
    const nextPool = poolBefore ? Math.max(pool, target * total - poolCounted) : pool;

    const caps: Record<string, number> = { safe_post: company, safe_pre: before + increase, pre_no_pool: before, pre: before + increase, post_conversion: company + increase };
    const package_ = (terms: InstrumentRecord, own: number): number => {
      const atPrice = own / (price * (1 - (terms.discount ?? 0)));
      if (terms.ownership !== undefined) return Math.max(atPrice, (own * terms.ownership * company) / terms.amount);
      if (terms.cap === undefined) return atPrice;
      const basis = terms.kind === "note" ? (terms.cap_basis ?? "pre_no_pool") : terms.kind;
      return Math.max(atPrice, (own / terms.cap) * (caps[basis] ?? NaN));
    };
    const nextShares = instruments.map((terms, place) => Math.max(package_(terms, terms.amount), ...(terms.mfn ? instruments.slice(place + 1).map((later) => package_(later, terms.amount)) : [])));
    const priced: Record<string, number> = {
      fully_diluted: preMoney / (company + increase),
      excluding_conversions: preMoney / (before + increase),
      dollars_invested: (preMoney + money) / (company + increase),
    };
    const nextPrice = priced[String(options["price_basis"])] ?? NaN;
    const settled =
      Math.abs(nextPrice / price - 1) < 1e-14 && Math.abs(nextPool - newPool) <= 1e-14 * total && nextShares.every((each, place) => Math.abs(each - (shares[place] ?? 0)) <= 1e-14 * total);
    price = nextPrice;
    newPool = nextPool;
    shares = nextShares;
    if (settled) return price;
    if (!(price > 0)) return undefined;
  }
  return undefined;
}
