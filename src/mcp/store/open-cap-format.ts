/**
 * Open Cap Format, the exchange format of cap tables (Open Cap Table Coalition, version 1.2): a list of objects, of which those
 * named TX_… are events on securities. There a transfer, an exercise or a conversion ends a security, and new issuances stand
 * for what came of it and for what was left; here one transaction says all of that, so such issuances are its consequences.
 *
 * What the format has no field for (anti-dilution terms, participation, the pool of a cancelled lot, voided transactions)
 * goes out as a comment "val:{…}" that carries the ledger's row and a fingerprint of the object. An object that still has its
 * fingerprint comes back as that very row; one that was edited is read by its fields, as any other program's is.
 */
import { createHash } from "node:crypto";
import type { Transaction } from "./transactions";

export type Json = Readonly<Record<string, unknown>>;

export const MARK = "val:";
export const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
export const textIn = (object: Json, name: string): string | undefined => (typeof object[name] === "string" && object[name] !== "" ? object[name] : typeof object[name] === "number" ? String(object[name]) : undefined);
export const listIn = (object: Json, name: string): readonly unknown[] => (Array.isArray(object[name]) ? (object[name] as unknown[]) : []);
export const objectIn = (object: Json, name: string): Json | undefined => (isObject(object[name]) ? object[name] : undefined);
export const shortened = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
};

/** All of an object but its comments, which others may add to. */
export function fingerprint({ comments: _comments, ...object }: Json): string {
  const sorted = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(sorted) : isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, item]) => [name, sorted(item)])) : value;
  return createHash("sha256").update(JSON.stringify(sorted(object))).digest("base64url").slice(0, 16);
}

export interface Extension {
  readonly row?: Transaction;
  readonly sequence?: number;
  /** The transaction of which this object tells a part. */
  readonly part_of?: string;
  /** The object was made here, and holds nothing else. */
  readonly made?: boolean;
  /** Fields that the format requires and the ledger does not know, with what stands in. They are no facts. */
  readonly filled?: Json;
  readonly fingerprint?: string;
}

/** How ISO 4217 says that there is no currency, and what ISO 3166 leaves to users, who write it for an unknown country. */
export const NO_CURRENCY = "XXX";
export const NO_COUNTRY = "ZZ";

export const comments = (object: Json): readonly unknown[] => listIn(object, "comments");
export const isMark = (comment: unknown): comment is string => typeof comment === "string" && comment.startsWith(MARK);

export function extensionOf(object: Json): Extension | undefined {
  const mark = comments(object).find(isMark);
  if (mark === undefined) return undefined;
  try {
    const extension = JSON.parse(mark.slice(MARK.length)) as unknown;
    return isObject(extension) ? extension : undefined;
  } catch {
    return undefined; // an edited comment says nothing; the fields do
  }
}

export const marked = (object: Json, extension: Extension): Json => ({
  ...object,
  comments: [...comments(object).filter((each) => !isMark(each)), MARK + JSON.stringify({ ...extension, fingerprint: fingerprint(object) })],
});

export const unmarked = (object: Json): Json => {
  const rest = comments(object).filter((each) => !isMark(each));
  const { comments: _comments, ...others } = object;
  return rest.length > 0 ? { ...others, comments: rest } : others;
};

/** An object without what was filled in, unless somebody has written something else there since. */
export function factsOf(object: Json): Json {
  const filled = extensionOf(object)?.filled;
  if (!isObject(filled)) return object;
  return Object.fromEntries(Object.entries(unmarked(object)).filter(([field, value]) => !(Object.hasOwn(filled, field) && JSON.stringify(filled[field]) === JSON.stringify(value))));
}

/** Names of holders: the legal name, with the id where two have the same. */
export function holderNames(definitions: readonly Json[]): Map<string, string> {
  const result = new Map<string, string>();
  const taken = new Set<string>();
  for (const each of definitions) {
    if (each["object_type"] !== "STAKEHOLDER") continue;
    const id = textIn(each, "id") ?? "";
    const name = textIn(objectIn(each, "name") ?? each, "legal_name") ?? textIn(each, "name") ?? id;
    const own = taken.has(name) ? `${name} (${id})` : name;
    taken.add(own);
    result.set(id, own);
  }
  return result;
}

/** The row of the ledger that a plan's first reserve is. */
export const planRow = (planId: string): string => `plan:${planId}`;
export const initialReserve = (plan: Json): string | undefined => textIn(plan, "initial_shares_reserved") ?? textIn(plan, "current_shares_reserved");
