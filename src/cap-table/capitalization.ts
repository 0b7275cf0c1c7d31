/** What the holdings come to before anything happens: counts as converted, and the protections that may move them. */
import { ONE, type Rational, add, divide, exact, isPositive, multiply, sum } from "./rational";
import type { Holding, RoundOptions } from "./rows";

/** One share of preferred converts into issue price / conversion price of common; everything else into itself. */
export function conversionRatio({ kind, issue_price, conversion_price }: Holding): Rational {
  if (kind !== "preferred" || issue_price === undefined || conversion_price === undefined || issue_price === conversion_price) return ONE;
  return divide(exact(issue_price), exact(conversion_price));
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
  readonly shares: Rational;
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
  /** Everything but the pool. */
  readonly issued: Rational;
  /** Of it, what no protection can move. */
  readonly unprotected: Rational;
  readonly fullyDiluted: Rational;
  readonly protections: readonly Protection[];
  /** The protection of each row, where it has one, by its place in `protections`. */
  readonly protectionOf: readonly (number | undefined)[];
}

export function capitalization(holdings: readonly Holding[]): Capitalization {
  const parts: Record<Holding["kind"] | "unprotected", Rational[]> = { common: [], preferred: [], option: [], warrant: [], pool: [], unprotected: [] };
  const groups: { kind: Protection["kind"]; conversionPrice: number; shares: Rational[] }[] = [];
  const places = new Map<string, number>();
  const protectionOf: (number | undefined)[] = [];
  const counts = holdings.map((holding, row) => {
    const shares = asConverted(holding);
    const { kind, anti_dilution, conversion_price: conversionPrice } = holding;
    parts[kind].push(shares);
    if (anti_dilution === "none" || conversionPrice === undefined || !isPositive(shares)) {
      if (kind !== "pool") parts.unprotected.push(shares);
      return shares;
    }
    const key = `${anti_dilution} ${conversionPrice}`;
    const place = places.get(key) ?? groups.push({ kind: anti_dilution, conversionPrice, shares: [] }) - 1;
    places.set(key, place);
    groups[place]?.shares.push(shares);
    protectionOf[row] = place;
    return shares;
  });
  const common = sum(parts.common);
  const preferred = sum(parts.preferred);
  const granted = sum([...parts.option, ...parts.warrant]);
  const pool = sum(parts.pool);
  const issued = sum([common, preferred, granted]);
  return {
    counts,
    common,
    preferred,
    granted,
    pool,
    issued,
    unprotected: sum(parts.unprotected),
    fullyDiluted: add(issued, pool),
    protections: groups.map(({ kind, conversionPrice, shares }) => ({ kind, conversionPrice: exact(conversionPrice), shares: sum(shares) })),
    protectionOf,
  };
}

/** The shares that count as outstanding in a weighted average; conversions of the same round and the pool's increase never do. */
export const outstanding: Record<RoundOptions["anti_dilution_basis"], (sums: Capitalization) => Rational> = {
  nvca: ({ common, preferred, granted }) => add(add(common, preferred), granted),
  with_pool: ({ fullyDiluted }) => fullyDiluted,
  common_and_preferred: ({ common, preferred }) => add(common, preferred),
  preferred_only: ({ preferred }) => preferred,
};
