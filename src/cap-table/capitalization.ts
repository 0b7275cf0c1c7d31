/** What the holdings come to before anything happens: counts as converted, and the protections that may move them. */
import { ONE, type Rational, ZERO, add, divide, exact, isPositive, multiply, reduce } from "./rational";
import type { Holding, RoundOptions } from "./rows";

/** One share of preferred converts into issue price / conversion price of common; everything else into itself. */
export function conversionRatio({ kind, issue_price, conversion_price }: Holding): Rational {
  if (kind !== "preferred" || issue_price === undefined || conversion_price === undefined || issue_price === conversion_price) return ONE;
  return reduce(divide(exact(issue_price), exact(conversion_price)));
}

export function asConverted(holding: Holding): Rational {
  const ratio = conversionRatio(holding);
  return ratio === ONE ? exact(holding.shares) : multiply(exact(holding.shares), ratio);
}

/** All holdings with the same protection at the same conversion price: their counts move by one and the same factor. */
export interface Protection {
  readonly kind: "weighted_average" | "full_ratchet";
  readonly conversionPrice: Rational;
  /** As converted, before the round. */
  shares: Rational;
}

/** Sums over all holdings, as converted. */
export interface Capitalization {
  /** As converted, row by row. */
  readonly counts: readonly Rational[];
  readonly common: Rational;
  readonly preferred: Rational;
  /** Options and warrants outstanding. */
  readonly granted: Rational;
  /** Unissued and unpromised. */
  readonly pool: Rational;
  readonly fullyDiluted: Rational;
  readonly protections: readonly Protection[];
  /** The protection of each row, where it has one, by its place in `protections`. */
  readonly protectionOf: readonly (number | undefined)[];
}

export function capitalization(holdings: readonly Holding[]): Capitalization {
  const totals = { common: ZERO, preferred: ZERO, option: ZERO, warrant: ZERO, pool: ZERO };
  const protections: Protection[] = [];
  const places = new Map<string, number>();
  const protectionOf: (number | undefined)[] = [];
  const counts = holdings.map((holding, row) => {
    const shares = asConverted(holding);
    totals[holding.kind] = add(totals[holding.kind], shares);
    const { anti_dilution: kind, conversion_price } = holding;
    if (kind !== "none" && conversion_price !== undefined && isPositive(shares)) {
      const key = `${kind} ${conversion_price}`;
      const place = places.get(key);
      const known = place === undefined ? undefined : protections[place];
      if (known) known.shares = add(known.shares, shares);
      else {
        places.set(key, protections.length);
        protections.push({ kind, conversionPrice: exact(conversion_price), shares });
      }
      protectionOf[row] = places.get(key);
    }
    return shares;
  });
  const granted = add(totals.option, totals.warrant);
  const { common, preferred, pool } = totals;
  return { counts, common, preferred, granted, pool, fullyDiluted: add(add(common, preferred), add(granted, pool)), protections, protectionOf };
}

/** The shares that count as outstanding in a weighted average; conversions of the same round and the pool's increase never do. */
export const outstanding: Record<RoundOptions["anti_dilution_basis"], (sums: Capitalization) => Rational> = {
  nvca: ({ common, preferred, granted }) => add(add(common, preferred), granted),
  with_pool: ({ fullyDiluted }) => fullyDiluted,
  common_and_preferred: ({ common, preferred }) => add(common, preferred),
  preferred_only: ({ preferred }) => preferred,
};
