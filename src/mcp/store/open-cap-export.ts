/** A ledger as Open Cap Format: each transaction as the events and issuances that the format wants for it. */
import { type Fraction, add, divide, sign } from "../../cap-table/fraction";
import { decimalText, fraction, reduced, textOf } from "./decimal";
import { type Effect, type Lot, apply, emptyState, inForce, voidedIn } from "./fold";
import { type Extension, type Json, MARK, NO_COUNTRY, NO_CURRENCY, holderNames, initialReserve, listIn, marked, objectIn, planRow, textIn } from "./open-cap-format";
import { counted } from "../../core/numerals";
import type { Transaction } from "./transactions";

const VERSION = "1.2.0";

/** At most ten decimals, as the format has them. The exact number is in the row of the comment. */
function numeric(value: Fraction | string): string {
  const exact = typeof value === "string" ? fraction(value) : value;
  const text = textOf(exact);
  if (!text.includes("/") && (text.split(".")[1]?.length ?? 0) <= 10) return text;
  const scaled = (exact.n * 10n ** 10n * 2n) / exact.d;
  return textOf({ n: (scaled + (scaled < 0n ? -1n : 1n)) / 2n, d: 10n ** 10n });
}

/** The same row gives the same text, however its columns came together. */
const inOrder = (row: Transaction): Transaction => Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))) as unknown as Transaction;

export interface OpenCapExport {
  readonly name: string;
  readonly currency: string | undefined;
  readonly transactions: readonly Transaction[];
  readonly definitions: readonly Json[];
  readonly asOf?: string | undefined;
  readonly generatedAt: string;
}

const KINDS = { common: "STOCK", preferred: "STOCK", option: "EQUITY_COMPENSATION", warrant: "WARRANT" } as const;

/** Fields that the format requires: what stands in where the ledger does not know, and why that. */
type StandIns = Readonly<Record<string, readonly [value: unknown, why: string]>>;

export function exportOpenCapFormat({ name, currency: known, transactions, definitions, asOf, generatedAt }: OpenCapExport): { data: Json; assumptions: string[] } {
  const currency = known ?? NO_CURRENCY;
  const places = new Map(transactions.map(({ id }, place) => [id, place + 1]));
  const filled = new Map<string, number>();
  /** What stands in for the fields that an object lacks; it is counted and told. */
  const filling = (type: string, object: Json, wanted: StandIns): Json =>
    Object.fromEntries(
      Object.entries(wanted).flatMap(([field, [value, why]]) => {
        if (object[field] !== undefined) return [];
        const words = `${type}.${field} = ${why}`;
        filled.set(words, (filled.get(words) ?? 0) + 1);
        return [[field, value]];
      }),
    );
  /** A definition with all that the format requires; a comment says which fields are no facts, so that no import of ours takes them for any. */
  const completed = (object: Json): Json => {
    const type = String(object["object_type"]);
    const standIns = filling(type, object, REQUIRED[type]?.(object) ?? {});
    return Object.keys(standIns).length === 0 ? object : marked({ ...object, ...standIns }, { filled: standIns });
  };
  const firstDay = transactions.reduce((first, { date }) => (date < first ? date : first), transactions[0]?.date ?? generatedAt.slice(0, 10));
  const REQUIRED: Readonly<Record<string, (object: Json) => StandIns>> = {
    ISSUER: () => ({ formation_date: [firstDay, `${firstDay}, the first day of the ledger`], country_of_formation: [NO_COUNTRY, `${NO_COUNTRY}, which stands for an unknown country`] }),
    STAKEHOLDER: () => ({ stakeholder_type: ["INSTITUTION", "INSTITUTION, as the ledger does not tell persons from institutions"] }),
    STOCK_CLASS: ({ id }) => ({ default_id_prefix: [`${String(id)}-`, "the id of the class"], initial_shares_authorized: ["UNLIMITED", "UNLIMITED, as no number is recorded"], votes_per_share: ["1", "1, as no votes are recorded"] }),
  };
  const money = (amount: Fraction | string): Json => ({ amount: numeric(amount), currency });
  const of = (type: string): readonly Json[] => definitions.filter((each) => each["object_type"] === type);

  // Definitions as they came, and new ones for names that they lack.
  const holderIds = new Map([...holderNames(definitions)].map(([id, holder]) => [holder, id]));
  const classIds = new Map(of("STOCK_CLASS").map((each) => [textIn(each, "name") ?? "", textIn(each, "id") ?? ""]));
  const planIds = new Map(of("STOCK_PLAN").map((each) => [textIn(each, "plan_name") ?? "", textIn(each, "id") ?? ""]));
  const stakeholders: Json[] = [...of("STAKEHOLDER")];
  const classes: Json[] = [...of("STOCK_CLASS")];
  const plans: Json[] = [...of("STOCK_PLAN")];
  const idFor = (ids: Map<string, string>, prefix: string, key: string, make: (id: string) => void): string => {
    const known = ids.get(key);
    if (known !== undefined) return known;
    const id = `${prefix}-${ids.size + 1}`;
    ids.set(key, id);
    make(id);
    return id;
  };
  const holderId = (holder: string): string =>
    idFor(holderIds, "stakeholder", holder, (id) => stakeholders.push({ object_type: "STAKEHOLDER", id, name: { legal_name: holder } }));
  const classId = (security: string, lot?: Lot): string =>
    idFor(classIds, "class", security, (id) => {
      const terms = lot?.terms;
      const preferred = terms?.kind === "preferred";
      const fixed = (terms?.fixed ?? {}) as Readonly<Record<string, string | undefined>>;
      const place = classes.length; // the class that it converts into may have to be made first
      classes.push({});
      classes[place] = {
        object_type: "STOCK_CLASS",
        id,
        name: security,
        class_type: preferred ? "PREFERRED" : "COMMON",
        // Here a higher number is paid first, in the ledger a lower one.
        seniority: preferred ? numeric({ n: 1_000_000n - fraction(fixed["seniority"] ?? "1").n, d: 1n }) : "0",
        ...(terms?.issue_price ? { price_per_share: money(terms.issue_price) } : {}),
        ...(preferred
          ? {
              liquidation_preference_multiple: fixed["liquidation_multiple"] ?? "1",
              ...(fixed["cap_multiple"] === undefined ? {} : { participation_cap_multiple: fixed["cap_multiple"] }),
              conversion_rights: [
                {
                  type: "STOCK_CLASS_CONVERSION_RIGHT",
                  conversion_mechanism: mechanism(terms!.issue_price, terms!.conversion_price),
                  converts_to_stock_class_id: classId(terms!.into ?? "Common"),
                },
              ],
            }
          : {}),
      };
    });
  const mechanism = (issuePrice: Fraction | undefined, conversionPrice: Fraction | undefined): Json => {
    const ratio = issuePrice && conversionPrice ? reduced(divide(issuePrice, conversionPrice)) : { n: 1n, d: 1n };
    return { type: "RATIO_CONVERSION", ratio: { numerator: String(ratio.n), denominator: String(ratio.d) }, conversion_price: money(conversionPrice ?? "0"), rounding_type: "NORMAL" };
  };
  const planId = (pool: string, into: string): string =>
    idFor(planIds, "plan", pool, (id) => plans.push({ object_type: "STOCK_PLAN", id, plan_name: pool, initial_shares_reserved: "0", stock_class_ids: [classId(into)] }));

  const state = emptyState();
  const objects: Json[] = [];
  /** The security that stands for each lot today. */
  const securities = new Map<Lot, string>();
  const convertibles = new Map<string, string>();
  const reserved = new Map<string, Fraction>();
  const issuances = new Map<string, string[]>();
  const financings: { row: Transaction; at: number }[] = [];

  const original = (row: Transaction, securityId?: string): Json => {
    const ocf = (row.ocf ?? {}) as Json;
    if (securityId === undefined) return objectIn(ocf, "object") ?? {};
    return objectIn(objectIn(ocf, "issuances") ?? {}, securityId) ?? {};
  };
  const write = (row: Transaction, object: Json, extension: Extension): void => {
    objects.push(marked({ ...object, id: object["id"] ?? row.id, date: row.date }, extension));
    if (row.round !== undefined && String(object["object_type"]).endsWith("ISSUANCE")) issuances.set(row.round, [...(issuances.get(row.round) ?? []), String(object["id"] ?? row.id)]);
  };
  const rowOf = (row: Transaction): Extension => {
    const { ocf, ...rest } = row;
    return { row: inOrder(rest as Transaction), sequence: places.get(row.id)!, ...(ocf === undefined ? { made: true } : {}) };
  };
  const part = (row: Transaction): Extension => ({ part_of: row.id });

  const issuance = (lot: Lot, securityId: string, shares: Fraction, base: Json): Json => {
    const { terms } = lot;
    const kind = KINDS[terms.kind];
    const common = { ...base, object_type: `TX_${kind}_ISSUANCE`, security_id: securityId, stakeholder_id: holderId(lot.holder), quantity: numeric(shares), custom_id: base["custom_id"] ?? securityId, security_law_exemptions: base["security_law_exemptions"] ?? [] };
    const plan = lot.pool === undefined ? {} : { stock_plan_id: planId(lot.pool, terms.into ?? "Common") };
    if (kind === "STOCK") {
      const share = terms.issue_price ? { share_price: money(terms.issue_price) } : (base["share_price"] ? { share_price: base["share_price"] } : filling(common.object_type, {}, { share_price: [money("0"), "0, as no price is recorded"] }));
      return { ...common, ...plan, stock_class_id: classId(terms.security, lot), ...share, stock_legend_ids: base["stock_legend_ids"] ?? [] };
    }
    const price = { exercise_price: money(terms.strike ?? "0") };
    if (kind === "EQUITY_COMPENSATION") {
      return { ...filling(common.object_type, base, { compensation_type: ["OPTION", "OPTION, as no kind of option is recorded"] }), expiration_date: null, termination_exercise_windows: [], ...common, ...plan, ...price, stock_class_id: classId(terms.into ?? "Common") };
    }
    return {
      ...filling(common.object_type, base, { purchase_price: [money("0"), "0, as no price of the warrants is recorded"] }),
      exercise_triggers: [
        {
          type: "ELECTIVE_AT_WILL",
          trigger_id: `${securityId}-exercise`,
          conversion_right: { type: "WARRANT_CONVERSION_RIGHT", conversion_mechanism: { type: "FIXED_AMOUNT_CONVERSION", converts_to_quantity: numeric(shares) }, converts_to_stock_class_id: classId(terms.into ?? "Common") },
        },
      ],
      ...common,
      ...price,
    };
  };
  const newSecurity = (row: Transaction, lot: Lot, wanted: string, part_: Extension): string => {
    const base = original(row, wanted);
    securities.set(lot, wanted);
    write(row, { ...issuance(lot, wanted, lot.shares, base), id: base["id"] ?? `${wanted}-issuance` }, part_);
    return wanted;
  };
  /** One event for each lot that was taken from, with what came of it and what was left. */
  const events = (row: Transaction, { taken, made }: Effect, event: string, fields: (shares: Fraction) => Json, keepsRest = false): void => {
    const before = taken.map(({ lot }) => securities.get(lot) ?? lot.id);
    taken.forEach(({ lot, shares }, place) => {
      const base = original(row);
      const own = `TX_${KINDS[lot.terms.kind]}_${event}`;
      const resulting = made[place] ? [place === 0 ? ((listIn(base, "resulting_security_ids")[0] as string | undefined) ?? row.id) : `${row.id}/${place + 1}`] : [];
      const rest = !keepsRest && sign(lot.shares) > 0;
      const balance = rest ? (textIn(base, "balance_security_id") ?? `${before[place]}-after-${row.id}`) : undefined;
      const id = place === 0 ? row.id : `${row.id}/${place + 1}`;
      const { balance_security_id: _balance, ...others } = base;
      write(
        row,
        { ...others, object_type: own, id, security_id: before[place]!, ...fields(shares), ...(made.length > 0 ? { resulting_security_ids: resulting } : {}), ...(balance === undefined ? {} : { balance_security_id: balance }) },
        place === 0 ? rowOf(row) : part(row),
      );
      if (made[place]) newSecurity(row, made[place], resulting[0]!, part(row));
      if (balance !== undefined) newSecurity(row, lot, balance, part(row));
    });
  };
  const reason = (row: Transaction): Json => ({ reason_text: row.note ?? original(row)["reason_text"] ?? filling("cancellation or conversion", {}, { reason_text: ["not given", '"not given", as no reason is recorded'] })["reason_text"] });

  const convertibleIssuance = (id: string, holder: string, amount: Fraction, columns: Json, securityId: string, base: Json): Json => {
    const kind = columns["kind"] as string;
    const terms = { ...(columns["discount"] === undefined || columns["discount"] === "0" ? {} : { conversion_discount: columns["discount"] }), ...(columns["cap"] === undefined ? {} : { conversion_valuation_cap: money(columns["cap"] as string) }) };
    const mfn = { conversion_mfn: columns["mfn"] === true };
    const rate = { rate: columns["interest_rate"] ?? "0", accrual_start_date: columns["issue_date"] };
    const conversion =
      columns["ownership"] !== undefined ? { type: "FIXED_PERCENT_OF_CAPITALIZATION_CONVERSION", converts_to_percent: columns["ownership"] }
      : kind === "note"
        ? { type: "CONVERTIBLE_NOTE_CONVERSION", interest_rates: [rate], day_count_convention: columns["day_count"] === "30_360" ? "30_360" : "ACTUAL_365", interest_payout: "DEFERRED", interest_accrual_period: "ANNUAL", compounding_type: columns["accrual"] === "compound" ? "COMPOUNDING" : "SIMPLE", ...terms, ...mfn }
        : { type: "SAFE_CONVERSION", conversion_timing: kind === "safe_pre" ? "PRE_MONEY" : "POST_MONEY", ...mfn, ...terms };
    if (base["conversion_triggers"] === undefined) {
      filling("TX_CONVERTIBLE_ISSUANCE", {}, { conversion_triggers: [undefined, "conversion in the next equity financing, as no trigger is recorded"] });
      if (columns["day_count"] === "actual_360") filling("TX_CONVERTIBLE_ISSUANCE", {}, { day_count_convention: [undefined, "ACTUAL_365 for actual_360, which the format lacks"] });
    }
    return {
      ...filling("TX_CONVERTIBLE_ISSUANCE", base, { seniority: [1, "1, as no order among SAFEs and notes is recorded"] }),
      security_law_exemptions: [],
      custom_id: securityId,
      conversion_triggers: [{ type: "AUTOMATIC_ON_CONDITION", trigger_id: `${securityId}-conversion`, trigger_condition: "next equity financing", conversion_right: { type: "CONVERTIBLE_CONVERSION_RIGHT", conversion_mechanism: conversion, converts_to_future_round: true } }],
      ...base,
      object_type: "TX_CONVERTIBLE_ISSUANCE",
      id,
      security_id: securityId,
      stakeholder_id: holderId(holder),
      investment_amount: money(amount),
      convertible_type: kind === "note" ? "NOTE" : "SAFE",
    };
  };
  const convertibleSecurity = (row: Transaction, id: string, wanted: string): string => {
    const found = state.convertibles.get(id)!;
    const base = original(row, wanted);
    convertibles.set(id, wanted);
    write(row, convertibleIssuance((base["id"] as string | undefined) ?? `${wanted}-issuance`, found.holder, found.amount, found.columns as Json, wanted, base), part(row));
    return wanted;
  };
  /** Money leaves a SAFE or note: the whole of it, or with a new security for the rest. */
  const convertibleEvent = (row: Transaction, event: string, fields: Json, resulting?: string): void => {
    const id = row["convertible"] as string;
    const base = original(row);
    const before = convertibles.get(id) ?? id;
    const rest = state.convertibles.has(id);
    const balance = rest ? (textIn(base, "balance_security_id") ?? `${before}-after-${row.id}`) : undefined;
    const { balance_security_id: _balance, ...others } = base;
    write(row, { ...others, object_type: `TX_CONVERTIBLE_${event}`, security_id: before, ...fields, ...(resulting === undefined ? {} : { resulting_security_ids: [resulting] }), ...(balance === undefined ? {} : { balance_security_id: balance }) }, rowOf(row));
    if (balance !== undefined) convertibleSecurity(row, id, balance);
  };
  const firstResult = (row: Transaction): string => (listIn(original(row), "resulting_security_ids")[0] as string | undefined) ?? row.id;
  const amountOf = (row: Transaction, before: Fraction): Json => ({ amount: money((row["amount"] as string | undefined) ?? before) });

  type Writer = (row: Transaction, effect: Effect, before: Fraction) => void;
  const writers: Readonly<Record<Exclude<Transaction["type"], "void">, Writer>> = {
    round: (row) => void financings.push({ row, at: objects.length }),
    issue: (row, { made: [lot] }) => {
      const base = original(row);
      const securityId = textIn(base, "security_id") ?? row.id;
      securities.set(lot!, securityId);
      write(row, { ...issuance(lot!, securityId, lot!.shares, base), id: row.id }, rowOf(row));
    },
    issue_convertible: (row) => {
      const found = state.convertibles.get(row.id)!;
      const base = original(row);
      const securityId = textIn(base, "security_id") ?? row.id;
      convertibles.set(row.id, securityId);
      write(row, convertibleIssuance(row.id, found.holder, found.amount, found.columns as Json, securityId, base), rowOf(row));
    },
    transfer: (row, effect, before) => {
      if (row["convertible"] === undefined) return events(row, effect, "TRANSFER", (shares) => ({ quantity: numeric(shares) }));
      convertibleEvent(row, "TRANSFER", amountOf(row, before), firstResult(row));
      convertibleSecurity(row, row.id, firstResult(row));
    },
    repurchase: (row, effect) => events(row, effect, "REPURCHASE", (shares) => ({ quantity: numeric(shares), ...(row["price"] === undefined ? filling("TX_STOCK_REPURCHASE", {}, { price: [money("0"), "0, as no price is recorded"] }) : { price: money(row["price"] as string) }) })),
    cancel: (row, effect, before) => {
      if (row["convertible"] !== undefined) return convertibleEvent(row, "CANCELLATION", { ...amountOf(row, before), ...reason(row) });
      const security = effect.taken.map(({ lot }) => securities.get(lot) ?? lot.id);
      events(row, effect, "CANCELLATION", (shares) => ({ quantity: numeric(shares), ...reason(row) }));
      if (row["return_to_pool"] === false) return;
      effect.taken.forEach(({ lot, shares }, place) => {
        if (lot.pool === undefined || (lot.terms.kind !== "option" && lot.terms.kind !== "warrant")) return;
        const object = { object_type: "TX_STOCK_PLAN_RETURN_TO_POOL", id: `${row.id}-return${place === 0 ? "" : `/${place + 1}`}`, security_id: security[place]!, stock_plan_id: planId(lot.pool, lot.terms.into ?? "Common"), quantity: numeric(shares), ...reason(row) };
        // What another program sent is kept among the definitions, and goes out with them.
        if (!definitions.some((each) => each["object_type"] === object.object_type && each["security_id"] === object.security_id)) write(row, object, part(row));
      });
    },
    exercise: (row, effect) => events(row, effect, "EXERCISE", (shares) => ({ quantity: numeric(shares), consideration_text: original(row)["consideration_text"] ?? row.note ?? "" }), true),
    convert: (row, effect) => {
      if (row["convertible"] === undefined) return events(row, effect, "CONVERSION", (shares) => ({ quantity_converted: numeric(shares) }));
      convertibleEvent(row, "CONVERSION", { trigger_id: original(row)["trigger_id"] ?? `${convertibles.get(row["convertible"] as string) ?? (row["convertible"] as string)}-conversion`, ...reason(row) }, firstResult(row));
      newSecurity(row, effect.made[0]!, firstResult(row), part(row));
    },
    split: (row) => {
      const ratio = { split_ratio: { numerator: row["numerator"], denominator: row["denominator"] } };
      const named = row["security"] as string | undefined;
      const shares = [...state.classes.values()].filter(({ kind }) => KINDS[kind] === "STOCK").map(({ security }) => security);
      const over = [...state.classes.values(), ...state.pools.values()].flatMap(({ into }) => into ?? []);
      [...new Set(named === undefined ? [...shares, ...over] : [named])].forEach((security, place) => {
        const base = place === 0 ? original(row) : {};
        write(row, { ...base, object_type: "TX_STOCK_CLASS_SPLIT", id: place === 0 ? row.id : `${row.id}/${place + 1}`, stock_class_id: classId(security), ...ratio }, place === 0 ? rowOf(row) : part(row));
      });
    },
    pool_adjust: (row) => {
      const pool = row["pool"] as string;
      const sum = add(reserved.get(pool) ?? { n: 0n, d: 1n }, fraction(row["shares"] as string));
      reserved.set(pool, sum);
      const known = of("STOCK_PLAN").find((each) => planRow(textIn(each, "id") ?? "") === row.id);
      if (known && decimalText(initialReserve(known) ?? "0") === row["shares"]) return; // the plan itself says so
      write(row, { ...original(row), object_type: "TX_STOCK_PLAN_POOL_ADJUSTMENT", stock_plan_id: planId(pool, (row["into"] as string | undefined) ?? "Common"), shares_reserved: numeric(sum) }, rowOf(row));
    },
    conversion_price_adjust: (row) => {
      const security = row["security"] as string;
      const price = fraction(row["conversion_price"] as string);
      write(row, { ...original(row), object_type: "TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT", stock_class_id: classId(security), new_ratio_conversion_mechanism: mechanism(state.classes.get(security)?.issue_price, price) }, rowOf(row));
    },
  };

  const shown = asOf === undefined ? transactions : transactions.filter(({ date }) => date <= asOf);
  for (const row of inForce(shown)) {
    const held = state.convertibles.get((row["convertible"] as string | undefined) ?? "")?.amount ?? { n: 0n, d: 1n };
    const effect = apply(state, row);
    writers[row.type as Exclude<Transaction["type"], "void">](row, effect, held);
  }
  const rounds = financings.flatMap(({ row }) => {
    const ids = issuances.get(row.round ?? "") ?? [];
    return ids.length === 0 ? [] : [marked({ object_type: "FINANCING", id: row.id, name: row["name"], date: row.date, issuance_ids: ids }, rowOf(row))];
  });
  const voided = voidedIn(shown);
  const unsaid = shown.filter((row) => row.type === "void" || voided.has(row.id) || (row.type === "round" && !rounds.some((each) => each["id"] === row.id)));
  const issuer = completed(of("ISSUER")[0] ?? { object_type: "ISSUER", id: "issuer-1", legal_name: name });
  const defined = new Set(["ISSUER", "STAKEHOLDER", "STOCK_CLASS", "STOCK_PLAN"]);
  const others = definitions.filter((each) => !defined.has(String(each["object_type"])));
  const data = {
    ocf_version: VERSION,
    file_type: "OCF_MANIFEST_FILE",
    issuer,
    as_of: asOf ?? generatedAt.slice(0, 10),
    generated_at: generatedAt,
    stakeholders: stakeholders.map(completed),
    stock_classes: classes.map(completed),
    stock_plans: plans,
    transactions: [...objects, ...others.filter((each) => String(each["object_type"]).startsWith("TX_"))],
    financings: rounds,
    other_objects: others.filter((each) => !String(each["object_type"]).startsWith("TX_")),
    // Whole rows: what was voided is no event of the format, and yet part of the ledger.
    comments: unsaid.map((row) => MARK + JSON.stringify({ row: inOrder(row), sequence: places.get(row.id) })),
  };
  return {
    data,
    assumptions: [
      ...(known === undefined ? [`currency = ${NO_CURRENCY}, which stands for none: the cap table was made without one`] : []),
      ...[...filled].map(([words, count]) => `${words} (in ${counted(count, "object")})`),
      ...(filled.size > 0 ? ["the format requires these fields and the ledger does not know them; comments that begin with val: mark them, and import_cap_table does not take them for facts"] : []),
    ],
  };
}
