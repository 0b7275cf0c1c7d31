/** Random cap tables, rounds and exits, as a host would send them. */
import fc from "fast-check";

/** Amounts with few digits and with many: both occur, and they take different roads through the exact numbers. */
const amount = (min: number, max: number) =>
  fc.oneof(
    fc.integer({ min: Math.ceil(min), max: Math.floor(max) }),
    fc.double({ min, max, noNaN: true }).map((value) => Number(value.toPrecision(17))),
  );
const price = fc.oneof(fc.integer({ min: 1, max: 1000 }).map((cents) => cents / 100), fc.double({ min: 0.01, max: 10, noNaN: true }));
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const percent = (max: number) => fc.integer({ min: 1, max }).map((value) => value / 100);

const common = fc.record({ kind: fc.constantFrom("common", "option", "warrant", "pool"), shares: amount(0, 2_000_000) });
const preferred = fc.record({
  kind: fc.constant("preferred"),
  shares: amount(1000, 3_000_000),
  issue_price: price,
  conversion: maybe(percent(99)),
  anti_dilution: fc.constantFrom("none", "weighted_average", "full_ratchet"),
});

export interface HoldingRecord {
  holder: string;
  security: string;
  kind: string;
  shares: number;
  issue_price?: number;
  conversion_price?: number;
  anti_dilution?: string;
  participation?: string;
  cap_multiple?: number;
  liquidation_multiple?: number;
  seniority?: number;
  strike?: number;
}

export interface InstrumentRecord {
  holder: string;
  kind: string;
  amount: number;
  cap?: number;
  discount?: number;
  ownership?: number;
  mfn?: boolean;
  cap_basis?: string;
}

/** exactOptionalPropertyTypes: a field that is not there is left out. */
function present<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}

const holdings = fc.tuple(amount(1_000_000, 10_000_000), fc.array(common, { maxLength: 4 }), fc.array(preferred, { maxLength: 3 })).map(([founders, others, classes]): HoldingRecord[] => [
  { holder: "Founders", security: "Common", kind: "common", shares: founders },
  ...others.map((row, index) => ({ holder: `Holder ${index}`, security: row.kind, ...row })),
  ...classes.map(({ conversion, ...row }, index) =>
    present({ holder: `Fund ${index}`, security: `Series ${index}`, ...row, conversion_price: conversion === undefined ? undefined : row.issue_price * conversion }) as HoldingRecord,
  ),
]);

const instrument = fc
  .record({
    kind: fc.constantFrom("safe_post", "safe_pre", "note"),
    amount: amount(10_000, 2_000_000),
    cap: maybe(amount(2_000_000, 50_000_000)),
    discount: maybe(percent(50)),
    ownership: maybe(percent(10)),
    mfn: fc.boolean(),
    cap_basis: fc.constantFrom("pre_no_pool", "pre", "post_conversion"),
  })
  .map(({ kind, cap, ownership, cap_basis, ...row }) =>
    present({ kind, ...row, cap: ownership === undefined ? cap : undefined, ownership, cap_basis: kind === "note" ? cap_basis : undefined }),
  );

export interface RoundRecord {
  pre_money: number;
  investment: number;
  pool_target?: number;
  holdings: HoldingRecord[];
  instruments: InstrumentRecord[];
  options: Record<string, string | boolean>;
}

export const round = fc
  .record({
    pre_money: amount(1_000_000, 60_000_000),
    investment: amount(100_000, 20_000_000),
    pool_target: maybe(percent(30)),
    holdings,
    instruments: fc.array(instrument, { maxLength: 5 }).map((rows) => rows.map((row, index) => ({ holder: `Note ${index}`, ...row })) as InstrumentRecord[]),
    options: fc.record({
      price_basis: fc.constantFrom("fully_diluted", "fully_diluted", "excluding_conversions", "dollars_invested"),
      pool_basis: fc.constantFrom("available", "total"),
      pool_timing: fc.constantFrom("pre_money", "pre_money", "post_money"),
      anti_dilution_basis: fc.constantFrom("nvca", "with_pool", "common_and_preferred", "preferred_only"),
      anti_dilution_in_price: fc.constantFrom(true, true, false),
    }),
  })
  .map((record) => present(record) as RoundRecord);

const exitClass = fc
  .record({
    shares: amount(1000, 3_000_000),
    issue_price: price,
    conversion: maybe(percent(99)),
    liquidation_multiple: fc.constantFrom(1, 1, 1.5, 2),
    participation: fc.constantFrom("none", "full", "capped"),
    above: fc.constantFrom(0, 0.5, 1, 2),
    seniority: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ conversion, above, ...row }) =>
    present({
      kind: "preferred",
      ...row,
      conversion_price: conversion === undefined ? undefined : row.issue_price * conversion,
      cap_multiple: row.participation === "capped" ? row.liquidation_multiple + above : undefined,
    }),
  );
const exitCommon = fc.record({ kind: fc.constant("common"), shares: amount(100_000, 5_000_000) });
const exitOption = fc.record({ kind: fc.constant("option"), shares: amount(1000, 1_000_000), strike: price });

export const exitHoldings = fc
  .tuple(exitCommon, fc.array(exitClass, { maxLength: 4 }), fc.array(exitOption, { maxLength: 2 }))
  .map(([first, classes, options]) => [first, ...classes, ...options].map((row, index) => ({ holder: `Holder ${index}`, security: `Class ${index}`, ...row })) as HoldingRecord[]);

export const exitValue = fc.oneof(amount(1, 2_000_000), amount(1, 100_000_000));
