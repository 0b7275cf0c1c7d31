/** Ledgers for tests: the shortest way to write a transaction, and random ledgers in which every transaction is allowed. */
import fc from "fast-check";
import { type Draft, emptyLedger, extended, ledgerOf } from "../../src/mcp/store/ledger";
import { type Transaction, readTransaction } from "../../src/mcp/store/transactions";

export type Given = Readonly<Record<string, unknown>>;
const DAY = "2024-01-01";

export const drafts = (rows: readonly Given[]): Draft[] => rows.map((row, place) => readTransaction({ date: DAY, ...row }, `row ${place + 1}`));
export const ledger = (...rows: Given[]): readonly Transaction[] => extended(emptyLedger(), drafts(rows), (place) => `row ${place + 1}`).ledger.transactions;
export const common = (holder: string, shares: unknown, more: Given = {}): Given => ({ type: "issue", holder, security: "Common", shares, ...more });
export const seriesA = (holder: string, shares: unknown, more: Given = {}): Given => ({ type: "issue", holder, security: "Series A", kind: "preferred", shares, issue_price: 2, ...more });
export const pool = (shares: unknown, more: Given = {}): Given => ({ type: "pool_adjust", pool: "Plan", shares, ...more });
export const grant = (holder: string, shares: unknown, more: Given = {}): Given => ({ type: "issue", holder, security: "Options", kind: "option", shares, strike: 0.5, ...more });
export const safe = (holder: string, amount: unknown, more: Given = {}): Given => ({ type: "issue_convertible", holder, amount, cap: 5_000_000, ...more });

export const HOLDERS = ["A", "B", "C"];
const CLASSES = ["Common", "Series A", "Options"];
export const SETTINGS = { numRuns: 150, seed: 20_241 };

/** Ledgers whose every transaction is allowed: what is not is left out. */
export const randomLedger = fc
  .array(
    fc.record({
      what: fc.constantFrom("issue", "transfer", "repurchase", "cancel", "exercise", "convert", "split", "adjust"),
      holder: fc.constantFrom(...HOLDERS),
      to: fc.constantFrom(...HOLDERS),
      security: fc.constantFrom(...CLASSES),
      shares: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 9_999 }).map((n) => n / 100)),
      ratio: fc.constantFrom([2, 1], [1, 3], [3, 2]),
      day: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((steps) => {
    let current = ledgerOf(ledger(pool(100_000, { date: "2023-12-31" })));
    for (const { what, holder, to, security, shares, ratio, day } of steps) {
      const terms = security === "Series A" ? { kind: "preferred", issue_price: 1.5 } : security === "Options" ? { kind: "option", strike: 0.25 } : {};
      const row: Given =
        what === "issue" ? { type: "issue", holder, security, shares, ...terms }
        : what === "transfer" ? { type: "transfer", holder, to, security, shares }
        : what === "split" ? { type: "split", numerator: ratio[0], denominator: ratio[1] }
        : what === "adjust" ? { type: "conversion_price_adjust", security: "Series A", conversion_price: shares }
        : { type: what, holder, security, shares };
      try {
        current = extended(ledgerOf(current.transactions), drafts([{ date: `2024-01-0${day}`, ...row }]), String).ledger;
      } catch {
        // Not allowed here.
      }
    }
    return current.transactions;
  });
