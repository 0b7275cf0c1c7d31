/** Open Cap Format as the transactions of a ledger. Nothing of a file is dropped: what has no place here is kept aside, and told. */
import { add, divide, multiply, negate, toNumber } from "../../cap-table/fraction";
import { Failure } from "../../core/failure";
import { decimalText, fraction, textOf } from "./decimal";
import type { Draft, Source } from "./ledger";
import { type Extension, type Json, MARK, NO_CURRENCY, comments, extensionOf, factsOf, fingerprint, holderNames, isMark, isObject, listIn, objectIn, planRow, shortened, textIn, unmarked } from "./open-cap-format";
import { readTransaction } from "./transactions";

/** Every object in a manifest, a file with items, or a list, however they are nested. */
function collected(data: unknown): { objects: Json[]; root: Json | undefined } {
  const objects: Json[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, depth + 1);
    else if (isObject(value)) {
      if (typeof value["object_type"] === "string") objects.push(value);
      else if (depth < 4) for (const each of Object.values(value)) visit(each, depth + 1);
    }
  };
  visit(data, 0);
  return { objects, root: isObject(data) ? data : undefined };
}

/** What a security is in the ledger. */
interface Security {
  readonly holder: string;
  readonly name: string;
  readonly lot: string;
  readonly issuance: Json;
}

export function readOpenCapFormat(given: unknown): Source {
  let data = given;
  if (typeof data === "string") {
    try {
      data = JSON.parse(data.replace(/^\uFEFF/, ""));
    } catch (fault) {
      throw new Failure("syntax", `data is no JSON: ${(fault as Error).message}.`, "data");
    }
  }
  const { objects, root } = collected(data);
  if (objects.length === 0) {
    const files = root && Object.keys(root).some((name) => name.endsWith("_files"));
    throw new Failure("syntax", files ? "This manifest only names its files. Give their objects too: all items of all files in one list." : "There is no Open Cap Format object in data: each has an object_type, such as STAKEHOLDER or TX_STOCK_ISSUANCE.", "data");
  }
  const typeOf = (object: Json): string => String(object["object_type"]).replace("TX_PLAN_SECURITY_", "TX_EQUITY_COMPENSATION_");
  const titleOf = (object: Json): string => `${String(object["object_type"])} ${JSON.stringify(object["id"] ?? "without id")}`;
  const refuse = (object: Json, words: string): never => {
    throw new Failure("condition", `${titleOf(object)}: ${words}`, "data");
  };
  const seen = new Map<string, Json>();
  for (const object of objects) {
    const id = textIn(object, "id") ?? refuse(object, "id is missing.");
    const before = seen.get(id);
    if (before) refuse(object, `its id is that of ${titleOf(before)} too; ids must differ.`);
    seen.set(id, object);
  }
  const of = (type: string): Json[] => objects.filter((each) => each["object_type"] === type);
  const holders = holderNames(objects);
  const classes = new Map(of("STOCK_CLASS").map((each) => [textIn(each, "id")!, each]));
  const plans = new Map(of("STOCK_PLAN").map((each) => [textIn(each, "id")!, each]));
  /** What was taken for granted, and of which objects. */
  const assumed = new Map<string, Set<string>>();
  const assume = (object: Json, words: string): void => void assumed.set(words, (assumed.get(words) ?? new Set<string>()).add(titleOf(object)));
  const aside: { object: Json; reason: string }[] = [];

  const needed = (object: Json, name: string): string => textIn(object, name) ?? refuse(object, `${name} is missing.`);
  const amount = (object: Json, name: string): string | undefined => {
    const value = object[name];
    const text = isObject(value) ? textIn(value, "amount") : textIn(object, name);
    if (text === undefined) return undefined;
    try {
      return decimalText(text.trim());
    } catch {
      return refuse(object, `${name} is ${shortened(value)}, which is no decimal number.`);
    }
  };
  const holderOf = (object: Json): string => {
    const id = needed(object, "stakeholder_id");
    return holders.get(id) ?? refuse(object, `stakeholder_id is ${JSON.stringify(id)}, and there is no STAKEHOLDER with that id.`);
  };
  const classOf = (object: Json, id: string): Json => classes.get(id) ?? refuse(object, `stock_class_id is ${JSON.stringify(id)}, and there is no STOCK_CLASS with that id.`);
  const className = (each: Json): string => textIn(each, "name") ?? textIn(each, "id")!;
  const planOf = (object: Json, id: string): Json => plans.get(id) ?? refuse(object, `stock_plan_id is ${JSON.stringify(id)}, and there is no STOCK_PLAN with that id.`);
  const planName = (each: Json): string => textIn(each, "plan_name") ?? textIn(each, "id")!;
  const planClass = (plan: Json): string | undefined => {
    const id = textIn(plan, "stock_class_id") ?? (listIn(plan, "stock_class_ids")[0] as string | undefined);
    const found = id === undefined ? undefined : classes.get(id);
    return found && className(found);
  };

  // In a STOCK_CLASS the highest number is paid first; in the ledger it is 1.
  const ranks = [...new Set(of("STOCK_CLASS").filter((each) => each["class_type"] === "PREFERRED").map((each) => Number(textIn(each, "seniority") ?? 0)))].sort((a, b) => b - a);
  const termsOf = (each: Json, sharePrice: string | undefined): Json => {
    if (each["class_type"] !== "PREFERRED") return { kind: "common", issue_price: sharePrice === "0" ? undefined : sharePrice };
    const classPrice = amount(each, "price_per_share");
    const positive = (price: string | undefined): string | undefined => (price === undefined || price === "0" ? undefined : price);
    const price = positive(sharePrice) ?? positive(classPrice);
    const right = listIn(each, "conversion_rights").find(isObject);
    const conversion = right && objectIn(right, "conversion_mechanism");
    const ratio = conversion && objectIn(conversion, "ratio");
    const stated = conversion && positive(amount(conversion, "conversion_price"));
    const target = right && classes.get(textIn(right, "converts_to_stock_class_id") ?? "");
    const participates = amount(each, "participation_cap_multiple");
    const preference = amount(each, "liquidation_preference_multiple");
    const multiple = preference ?? "1";
    if (preference === undefined) assume(each, "liquidation_preference_multiple is absent, and 1 is used");
    assume(each, `no anti-dilution protection${participates === undefined ? " and no participation" : ""}, of which the format says nothing`);
    return {
      kind: "preferred",
      issue_price: price,
      conversion_price: price === undefined ? undefined : (stated ?? (ratio ? byRatio(each, price, ratio) : undefined)),
      liquidation_multiple: multiple,
      ...(participates !== undefined && Number(participates) > Number(multiple) ? { participation: "capped", cap_multiple: participates } : {}),
      seniority: String(ranks.indexOf(Number(textIn(each, "seniority") ?? 0)) + 1),
      into: target ? className(target) : undefined,
    };
  };
  const byRatio = (object: Json, price: string, ratio: Json): string => {
    const [numerator, denominator] = [amount(ratio, "numerator"), amount(ratio, "denominator")];
    if (numerator === undefined || denominator === undefined || Number(numerator) <= 0 || Number(denominator) <= 0) return refuse(object, `its conversion ratio is ${shortened(ratio)}; both numbers must be above 0.`);
    return decimalText(toNumber(divide(multiply(fraction(price), fraction(denominator)), fraction(numerator))));
  };

  // Objects that this store wrote and nobody edited since stand for their rows.
  const rows = new Map<Json, Extension>();
  const parts = new Map<Json, string>();
  const edited = new Set<string>();
  for (const object of objects) {
    const extension = extensionOf(object);
    const owner = extension?.row?.id ?? extension?.part_of;
    if (!extension || owner === undefined) continue;
    if (extension.fingerprint !== fingerprint(object)) edited.add(owner);
    else if (extension.row) rows.set(object, extension);
    else parts.set(object, owner);
  }
  for (const [object, { row }] of rows) if (edited.has(row!.id)) rows.delete(object);
  const intact = new Set([...rows.values()].map(({ row }) => row!.id));
  for (const [object, owner] of parts) if (!intact.has(owner)) parts.delete(object);

  const transactions = objects.filter((each) => typeOf(each).startsWith("TX_"));
  const bySecurity = new Map<string, Json>();
  for (const each of transactions) {
    if (!typeOf(each).endsWith("_ISSUANCE")) continue;
    const id = needed(each, "security_id");
    const before = bySecurity.get(id);
    if (before) refuse(each, `security_id is ${JSON.stringify(id)}, which ${titleOf(before)} issues too; a security is issued once.`);
    bySecurity.set(id, each);
  }
  /** The event of which each security is a consequence. */
  const producers = new Map<string, Json>();
  for (const each of transactions) {
    for (const id of [...listIn(each, "resulting_security_ids"), each["balance_security_id"]]) if (typeof id === "string") producers.set(id, each);
  }

  const securities = new Map<string, Security>();
  const securityOf = (object: Json): Security => {
    const id = needed(object, "security_id");
    return securities.get(id) ?? refuse(object, `security_id is ${JSON.stringify(id)}, and no issuance before it creates that security.`);
  };
  const resultsOf = (object: Json): string[] => listIn(object, "resulting_security_ids").filter((id): id is string => typeof id === "string");
  const issuanceOf = (object: Json, id: string): Json => bySecurity.get(id) ?? refuse(object, `it results in the security ${JSON.stringify(id)}, and there is no issuance of it.`);
  const total = (values: readonly string[]): string => textOf(values.map((text) => fraction(text)).reduce(add, { n: 0n, d: 1n }));

  const drafts: Draft[] = [];
  const titles: string[] = [];
  const sequences: (number | undefined)[] = [];
  const push = (object: Json, draft: Record<string, unknown>, ocf: Json | undefined, id = textIn(object, "id")!): void => {
    const present = Object.fromEntries(Object.entries({ ...draft, id, date: draft["date"] ?? needed(object, "date").slice(0, 10) }).filter(([, value]) => value !== undefined));
    drafts.push({ ...readTransaction(present, titleOf(object)), ...(ocf === undefined ? {} : { ocf }) });
    titles.push(titleOf(object));
    // One that was edited keeps its place among the others.
    const extension = extensionOf(object);
    sequences.push(extension?.row?.id === id ? extension.sequence : undefined);
  };
  /** What is kept of an object, with the issuances that it brings about. */
  const original = (object: Json): Json => {
    const consequences = [...resultsOf(object), textIn(object, "balance_security_id")].flatMap((id) => (id !== undefined && bySecurity.has(id) ? [[id, unmarked(bySecurity.get(id)!)] as const] : []));
    return { object: unmarked(object), ...(consequences.length > 0 ? { issuances: Object.fromEntries(consequences) } : {}) };
  };

  const stockIssue = (object: Json): Json => {
    const owner = classOf(object, needed(object, "stock_class_id"));
    return { security: className(owner), ...termsOf(owner, amount(object, "share_price")) };
  };
  const classNames = new Set([...classes.values()].map(className));
  const claimName = (name: string): string => (classNames.has(name) ? `${name} options` : name);
  const claimInto = (object: Json): string | undefined => {
    const right = [...listIn(object, "exercise_triggers"), ...listIn(object, "conversion_triggers")].filter(isObject).map((each) => objectIn(each, "conversion_right")).find(Boolean) ?? listIn(object, "conversion_rights").find(isObject);
    const id = textIn(object, "stock_class_id") ?? (right && textIn(right, "converts_to_stock_class_id"));
    return id === undefined ? undefined : className(classOf(object, id));
  };
  const convertibleTerms = (object: Json): Json => {
    const mechanisms = listIn(object, "conversion_triggers").filter(isObject).map((each) => objectIn(objectIn(each, "conversion_right") ?? {}, "conversion_mechanism")).filter(isObject);
    const kindOf = (each: Json): string => textIn(each, "type") ?? textIn(each, "mechanism_type") ?? "";
    const known: Json = mechanisms.find((each) => /^(SAFE|CONVERTIBLE_NOTE|NOTE|FIXED_PERCENT|PERCENT)/.test(kindOf(each))) ?? {};
    const type = textIn(object, "convertible_type");
    const isNote = type === "NOTE" || type === "CONVERTIBLE_NOTE" || (type !== "SAFE" && /NOTE/.test(kindOf(known)));
    if (Object.keys(known).length === 0) assume(object, "its conversion has no mechanism that is known here, so it has no cap and no discount");
    const rates = listIn(known, "interest_rates").filter(isObject);
    if (rates.length > 1) assume(object, `of its ${rates.length} interest rates the first is used`);
    if (isNote) {
      for (const [field, standIn] of [["day_count_convention", "ACTUAL_365"], ["compounding_type", "SIMPLE"]] as const) if (rates.length > 0 && textIn(known, field) === undefined) assume(object, `${field} is absent, and ${standIn} is used`);
      if (known["conversion_valuation_cap"] !== undefined) assume(object, "the cap of a note is divided by the shares before the round without the pool's increase (cap_basis = pre_no_pool), of which the format says nothing here");
    } else if (Object.keys(known).length > 0 && !/FIXED_PERCENT|PERCENT/.test(kindOf(known)) && textIn(known, "conversion_timing") === undefined) assume(object, "conversion_timing is absent, and POST_MONEY is used");
    return {
      kind: isNote ? "note" : textIn(known, "conversion_timing") === "PRE_MONEY" ? "safe_pre" : "safe_post",
      amount: amount(object, "investment_amount") ?? refuse(object, "investment_amount is missing."),
      cap: amount(known, "conversion_valuation_cap"),
      discount: amount(known, "conversion_discount"),
      ownership: amount(known, "converts_to_percent"),
      mfn: known["conversion_mfn"] === true ? true : undefined,
      ...(isNote && rates[0]
        ? {
            interest_rate: amount(rates[0], "rate"),
            issue_date: textIn(rates[0], "accrual_start_date"),
            accrual: textIn(known, "compounding_type") === "COMPOUNDING" ? "compound" : "simple",
            day_count: textIn(known, "day_count_convention") === "30_360" ? "30_360" : "actual_365",
          }
        : {}),
    };
  };

  const reservedBy = new Map<string, string>();
  const returns = new Set(of("TX_STOCK_PLAN_RETURN_TO_POOL").map((each) => textIn(each, "security_id") ?? ""));
  const cancelledSecurities = new Set(transactions.filter((each) => typeOf(each).endsWith("_CANCELLATION")).map((each) => textIn(each, "security_id") ?? ""));
  const returning = (object: Json, { issuance }: Security): boolean | undefined => {
    const plan = plans.get(textIn(issuance, "stock_plan_id") ?? "");
    if (!plan) return undefined;
    return returns.has(needed(object, "security_id")) || !["RETIRE", "HOLD_AS_CAPITAL_STOCK"].includes(textIn(plan, "default_cancellation_behavior") ?? "");
  };
  const about = ({ holder, name, lot }: Security): Json => ({ holder, security: name, lot });
  const whole = (object: Json, { issuance }: Security): string => amount(issuance, "quantity") ?? refuse(object, "its security has no quantity.");
  const become = (object: Json, lot: string, holder: string): { security: string | undefined; kind: Json; shares: string } => {
    const results = resultsOf(object).map((id) => [id, bySecurity.get(id)] as const);
    const first = results.map(([, each]) => each).find(Boolean);
    const owner = first && classes.get(textIn(first, "stock_class_id") ?? "");
    for (const [id, each] of results) securities.set(id, { holder, name: owner ? className(owner) : "Common", lot, issuance: each ?? object });
    return { security: owner && className(owner), kind: owner && first ? termsOf(owner, amount(first, "share_price")) : {}, shares: total(results.flatMap(([, each]) => (each && amount(each, "quantity")) ?? [])) };
  };
  const balance = (object: Json, from: Security): void => {
    const id = textIn(object, "balance_security_id");
    if (id !== undefined) securities.set(id, { ...from, issuance: bySecurity.get(id) ?? from.issuance });
  };

  type Reader = (object: Json, id: string) => void;
  const issues = (object: Json, id: string, name: string, columns: Json): void => {
    const holder = holderOf(object);
    securities.set(needed(object, "security_id"), { holder, name, lot: id, issuance: object });
    push(object, { holder, ...columns }, original(object));
  };
  const leaves: Reader = (object, id) => {
    const from = securityOf(object);
    const convertible = typeOf(object).startsWith("TX_CONVERTIBLE_");
    const retracted = typeOf(object).endsWith("_RETRACTION");
    const columns = convertible ? { holder: from.holder, convertible: from.lot, amount: amount(object, "amount") } : { ...about(from), shares: retracted ? whole(object, from) : (amount(object, "quantity") ?? whole(object, from)), return_to_pool: returning(object, from) };
    balance(object, from);
    push(object, { type: "cancel", note: textIn(object, "reason_text"), ...columns }, original(object), id);
  };
  const passes: Reader = (object, id) => {
    const from = securityOf(object);
    const convertible = typeOf(object).startsWith("TX_CONVERTIBLE_");
    resultsOf(object).forEach((result, place) => {
      const issuance = issuanceOf(object, result);
      const own = place === 0 ? id : `${id}/result-${place + 1}`;
      const to = holderOf(issuance);
      const what = convertible ? { holder: from.holder, convertible: from.lot, amount: amount(issuance, "investment_amount") } : { ...about(from), shares: amount(issuance, "quantity") };
      securities.set(result, { holder: to, name: from.name, lot: own, issuance });
      push(object, { type: "transfer", to, ...what }, place === 0 ? original(object) : undefined, own);
    });
    balance(object, from);
  };
  const exercises: Reader = (object, id) => {
    const from = securityOf(object);
    const { security, shares } = become(object, id, from.holder);
    const exercised = amount(object, "quantity") ?? (shares === "0" ? whole(object, from) : shares);
    balance(object, from);
    push(object, { type: "exercise", ...about(from), shares: exercised, into: security, shares_issued: shares === "0" || shares === exercised ? undefined : shares }, original(object));
  };
  const converts: Reader = (object, id) => {
    const from = securityOf(object);
    const { security, kind, shares } = become(object, id, from.holder);
    if (typeOf(object) === "TX_STOCK_CONVERSION") {
      balance(object, from);
      return push(object, { type: "convert", ...about(from), shares: amount(object, "quantity_converted") ?? whole(object, from), into: security, shares_issued: shares === "0" ? undefined : shares }, original(object));
    }
    if (textIn(object, "balance_security_id") !== undefined) refuse(object, "it converts a part and leaves a balance; a SAFE or note converts as a whole here. Split it by a TX_CONVERTIBLE_TRANSFER first.");
    if (security === undefined || shares === "0") refuse(object, "none of its resulting_security_ids has a TX_STOCK_ISSUANCE, so what it becomes is not known.");
    const { into: _into, ...terms } = kind;
    push(object, { type: "convert", holder: from.holder, convertible: from.lot, into: security, shares_issued: shares, ...terms }, original(object));
  };
  const readers: Readonly<Record<string, Reader>> = {
    TX_STOCK_ISSUANCE: (object, id) => {
      const columns = stockIssue(object);
      issues(object, id, columns["security"] as string, { type: "issue", shares: needed(object, "quantity"), pool: undefined, ...columns });
    },
    TX_EQUITY_COMPENSATION_ISSUANCE: (object, id) => {
      const plan = textIn(object, "stock_plan_id") === undefined ? undefined : planOf(object, textIn(object, "stock_plan_id")!);
      const name = plan ? claimName(planName(plan)) : "Options";
      issues(object, id, name, { type: "issue", kind: "option", security: name, shares: needed(object, "quantity"), strike: amount(object, "exercise_price") ?? amount(object, "base_price"), into: claimInto(object) ?? (plan && planClass(plan)), pool: plan ? planName(plan) : "none" });
    },
    TX_WARRANT_ISSUANCE: (object, id) => {
      const shares = amount(object, "quantity");
      if (shares === undefined) return void aside.push({ object, reason: "a warrant without quantity: how many shares it is for is not known" });
      issues(object, id, "Warrants", { type: "issue", kind: "warrant", security: "Warrants", shares, strike: amount(object, "exercise_price"), into: claimInto(object), pool: "none" });
    },
    TX_CONVERTIBLE_ISSUANCE: (object, id) => issues(object, id, "", { type: "issue_convertible", ...convertibleTerms(object) }),
    TX_STOCK_REPURCHASE: (object) => {
      const from = securityOf(object);
      balance(object, from);
      push(object, { type: "repurchase", ...about(from), shares: amount(object, "quantity") ?? whole(object, from), price: amount(object, "price") }, original(object));
    },
    TX_STOCK_REISSUANCE: (object) => {
      const from = securityOf(object);
      for (const id of resultsOf(object)) securities.set(id, { ...from, issuance: bySecurity.get(id) ?? from.issuance });
      aside.push({ object, reason: "a new certificate for the same shares" });
    },
    TX_STOCK_CONVERSION: converts,
    TX_CONVERTIBLE_CONVERSION: converts,
    TX_STOCK_CLASS_SPLIT: (object) => {
      const ratio = objectIn(object, "split_ratio") ?? refuse(object, "split_ratio is missing.");
      const [numerator, denominator] = [amount(ratio, "numerator"), amount(ratio, "denominator")];
      if (numerator === undefined || denominator === undefined) return refuse(object, `split_ratio is ${shortened(ratio)}; it needs a numerator and a denominator.`);
      // 1.5 to 1 is 15 to 10.
      const scale = { n: 10n ** BigInt(Math.max(...[numerator, denominator].map((text) => (text.split(".")[1] ?? "").length))), d: 1n };
      push(object, { type: "split", security: className(classOf(object, needed(object, "stock_class_id"))), numerator: textOf(multiply(fraction(numerator), scale)), denominator: textOf(multiply(fraction(denominator), scale)) }, original(object));
    },
    TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT: (object) => {
      const owner = classOf(object, needed(object, "stock_class_id"));
      const mechanism = objectIn(object, "new_ratio_conversion_mechanism") ?? refuse(object, "new_ratio_conversion_mechanism is missing.");
      const [ratio, price] = [objectIn(mechanism, "ratio"), amount(owner, "price_per_share")];
      const conversionPrice = amount(mechanism, "conversion_price") ?? (ratio && price ? byRatio(object, price, ratio) : refuse(object, "it gives neither a conversion_price nor a ratio to a class with price_per_share."));
      push(object, { type: "conversion_price_adjust", security: className(owner), conversion_price: conversionPrice }, original(object));
    },
    TX_STOCK_PLAN_POOL_ADJUSTMENT: (object) => {
      const plan = planOf(object, needed(object, "stock_plan_id"));
      const id = textIn(plan, "id")!;
      const reserve = amount(object, "shares_reserved") ?? refuse(object, "shares_reserved is missing.");
      const change = textOf(add(fraction(reserve), negate(fraction(reservedBy.get(id) ?? "0"))));
      reservedBy.set(id, reserve);
      if (change === "0") return void aside.push({ object, reason: "it leaves the pool as it was" });
      push(object, { type: "pool_adjust", pool: planName(plan), shares: change, into: planClass(plan) }, original(object));
    },
    TX_STOCK_PLAN_RETURN_TO_POOL: (object) => {
      if (cancelledSecurities.has(textIn(object, "security_id") ?? "")) return void aside.push({ object, reason: "the cancellation of its security returns the shares" });
      push(object, { type: "pool_adjust", pool: planName(planOf(object, needed(object, "stock_plan_id"))), shares: needed(object, "quantity"), note: textIn(object, "reason_text") }, original(object));
    },
  };
  const byEnding: readonly (readonly [RegExp, Reader])[] = [
    [/^TX_(STOCK|EQUITY_COMPENSATION|WARRANT|CONVERTIBLE)_TRANSFER$/, passes],
    [/^TX_(STOCK|EQUITY_COMPENSATION|WARRANT|CONVERTIBLE)_(CANCELLATION|RETRACTION)$/, leaves],
    [/^TX_(EQUITY_COMPENSATION|WARRANT)_(EXERCISE|RELEASE)$/, exercises],
  ];
  const readerOf = (object: Json): Reader | undefined => readers[typeOf(object)] ?? byEnding.find(([pattern]) => pattern.test(typeOf(object)))?.[1];

  // A plan's first reserve stands before all that is granted from it.
  for (const [id, plan] of plans) {
    const initial = amount(plan, "initial_shares_reserved") ?? amount(plan, "current_shares_reserved");
    if (initial === undefined || initial === "0") continue;
    reservedBy.set(id, initial);
    const dates = transactions.filter((each) => textIn(each, "stock_plan_id") === id).map((each) => textIn(each, "date") ?? "");
    const first = [...dates, textIn(plan, "board_approval_date") ?? ""].filter(Boolean).sort()[0] ?? transactions.map((each) => textIn(each, "date") ?? "").filter(Boolean).sort()[0];
    if (first === undefined) continue; // nothing ever happened, so there is no day on which it could stand
    if (!textIn(plan, "board_approval_date")) assume(plan, `board_approval_date is absent, and the pool stands from ${first.slice(0, 10)}, the first day on which it is used`);
    push(plan, { type: "pool_adjust", date: first.slice(0, 10), pool: planName(plan), shares: initial, into: planClass(plan) }, undefined, planRow(id));
  }

  const done = new Set<Json>();
  const readOne = (object: Json): void => {
    if (done.has(object)) return;
    done.add(object);
    // What an event is about must be there first; within a day files have any order.
    const security = textIn(object, "security_id");
    const isIssuance = typeOf(object).endsWith("_ISSUANCE");
    const source = security === undefined ? undefined : (producers.get(security) ?? (isIssuance ? undefined : bySecurity.get(security)));
    if (source && source !== object) readOne(source);
    if (parts.has(object)) return;
    const extension = rows.get(object);
    if (extension) return readRow(object, extension);
    const consequence = isIssuance && producers.has(needed(object, "security_id"));
    if (consequence) return; // its event has told of it
    const reader = readerOf(object);
    if (reader) reader(object, textIn(object, "id")!);
    else aside.push({ object, reason: typeOf(object).startsWith("TX_") ? "an event that does not change who holds what" : "no part of the ledger" });
  };
  /** A row of our own, with what else the object holds; and the securities that it creates, for events of others. */
  const readRow = (object: Json, { row, sequence, made }: Extension): void => {
    drafts.push({ ...checked(row!, titleOf(object)), ...(made ? {} : { ocf: original(object) }) });
    titles.push(titleOf(object));
    sequences.push(sequence);
    const security = textIn(object, "security_id");
    const from = security === undefined ? undefined : securities.get(security);
    if (row!.type === "issue" || row!.type === "issue_convertible") securities.set(security!, { holder: row!["holder"] as string, name: (row!["security"] as string | undefined) ?? "", lot: row!.id, issuance: object });
    for (const id of resultsOf(object)) securities.set(id, { holder: (row!["to"] ?? row!["holder"]) as string, name: (row!["into"] ?? from?.name ?? "") as string, lot: row!.id, issuance: bySecurity.get(id) ?? object });
    if (from) balance(object, from);
    const plan = textIn(object, "stock_plan_id");
    if (row!.type === "pool_adjust" && plan !== undefined) reservedBy.set(plan, amount(object, "shares_reserved") ?? "0");
  };
  const dayOf = (object: Json): string => textIn(object, "date") ?? "";
  const dated = [...transactions].sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : dayOf(a) > dayOf(b) ? 1 : 0));
  for (const object of dated) readOne(object);
  for (const object of of("FINANCING")) readOne(object);
  for (const comment of root ? comments(root).filter(isMark) : []) {
    const { row, sequence } = JSON.parse(comment.slice(MARK.length)) as Extension;
    if (!row) continue;
    const title = `manifest comment on ${shortened(row.id)}`;
    drafts.push(checked(row, title));
    titles.push(title);
    sequences.push(sequence);
  }
  const defined = new Set(["ISSUER", "STAKEHOLDER", "STOCK_CLASS", "STOCK_PLAN"]);
  for (const object of objects) if (!done.has(object) && !defined.has(typeOf(object))) aside.push({ object, reason: "no part of the ledger" });

  const counts = new Map<string, { object_type: string; count: number; reason: string }>();
  for (const { object, reason } of aside) {
    const type = String(object["object_type"]);
    const known = counts.get(`${type} ${reason}`);
    counts.set(`${type} ${reason}`, { object_type: type, reason, count: (known?.count ?? 0) + 1 });
  }
  const inOrder = ordered(drafts, titles, sequences);
  const issuer = of("ISSUER")[0];
  const currencies = [...new Set(transactions.flatMap((each) => ["share_price", "investment_amount", "exercise_price"].flatMap((name) => textIn(objectIn(each, name) ?? {}, "currency") ?? [])))].filter((each) => each !== NO_CURRENCY);
  const [currency] = currencies;
  for (const object of objects) {
    const filled = extensionOf(object)?.filled;
    const facts = filled && factsOf(object);
    for (const field of Object.keys(filled ?? {})) if (object[field] !== undefined && facts![field] === undefined) assume(object, `${field} was filled in by an export and is no fact, so it is left open`);
  }
  return {
    name: issuer && (textIn(issuer, "legal_name") ?? textIn(issuer, "dba")),
    currency,
    ...inOrder,
    definitions: [...objects.filter((each) => defined.has(typeOf(each))).map(factsOf), ...aside.map(({ object }) => object)],
    keptAside: [...counts.values()],
    assumptions: [
      ...(currencies.length > 1 ? [`the amounts are in ${currencies.join(", ")}, and a cap table has one currency: all are taken as ${currency!}, none is converted`] : []),
      ...[...assumed].map(([words, titles]) => `${[...titles].slice(0, 5).join(", ")}${titles.size > 5 ? ` and ${titles.size - 5} more` : ""}: ${words}`),
    ],
  };
}

/** A row from a file is read as strictly as one from a caller: a fingerprint tells of edits, not of honesty. */
function checked({ round, ocf: _ocf, ...row }: Json, title: string): Draft {
  if (round !== undefined && typeof round !== "string") throw new Failure("type", `${title}: round is ${shortened(round)}, which is no text.`, "data");
  const ofRound = round === undefined ? {} : { round };
  if (row["type"] === "round") {
    const { id, date } = readTransaction({ type: "void", voids: "-", id: row["id"], date: row["date"] }, title);
    if (id === undefined || typeof row["name"] !== "string") throw new Failure("missing", `${title}: a round needs an id and a name.`, "data");
    return { ...row, ...ofRound, id, date, type: "round" };
  }
  // An option that was granted outside of any pool stays outside.
  return { ...readTransaction(row["type"] === "issue" && row["pool"] === undefined ? { ...row, pool: row["kind"] === "option" ? "none" : undefined } : row, title), ...ofRound };
}

/** Rows of our own ledger return to the order in which they were recorded; what comes from elsewhere stays in the order of its days. */
function ordered(drafts: readonly Draft[], titles: readonly string[], sequences: readonly (number | undefined)[]): Pick<Source, "drafts" | "titles"> {
  const places = drafts.map((_, place) => place);
  const own = places.filter((place) => sequences[place] !== undefined).sort((a, b) => sequences[a]! - sequences[b]!);
  const others = places.filter((place) => sequences[place] === undefined);
  const order = own.length === 0 ? others : [...others.filter((place) => String(drafts[place]!.id).startsWith("plan:")), ...own, ...others.filter((place) => !String(drafts[place]!.id).startsWith("plan:"))];
  return { drafts: order.map((place) => drafts[place]!), titles: order.map((place) => titles[place]!) };
}
