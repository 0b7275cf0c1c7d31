/** Values as people read them. What is copied or computed with is never one of these texts. */
import { isoDate } from "../core/dates";
import type { Parameter, ScalarKind } from "../core/parameters";
import { unitOf } from "../core/parameters";

/** Names of inputs as the typeset equation shows them. */
export const spaced = (name: string): string => name.replaceAll("_", " ");

const THIN = "\u202F";
const formats = new Map<string, Intl.NumberFormat>();
function formatted(value: number, options: Intl.NumberFormatOptions): string {
  const key = JSON.stringify(options);
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.NumberFormat("en-US", options)));
  return format.format(value).replace("-", "−");
}

/** Two decimals, more where two would show nothing, an exponent where digits would fill the line. */
function decimals(value: number, least = 0): string {
  const size = Math.abs(value);
  if (size >= 1e15) return formatted(value, { notation: "scientific", maximumSignificantDigits: 7 });
  if (size > 0 && size < 1e-6) return formatted(value, { notation: "scientific", maximumSignificantDigits: 4 });
  return size > 0 && size < 1 ? formatted(value, { maximumSignificantDigits: 4 }) : formatted(value, { minimumFractionDigits: least, maximumFractionDigits: 2 });
}
function percent(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e9) return decimals(value);
  // Intl moves the point in the decimal text, so 0.07 is 7 % and not 7.000000000000001 %.
  const text = formatted(value, size > 0 && size < 0.01 ? { style: "percent", maximumSignificantDigits: 3 } : { style: "percent", maximumFractionDigits: 2 });
  return text.replace("%", `${THIN}%`);
}
const counted = (value: number, unit: string): string => `${decimals(value)} ${Math.abs(value) === 1 ? unit.replace(/s$/, "") : unit}`;

const READINGS: Readonly<Record<ScalarKind, (value: number) => string>> = {
  money: (value) => decimals(value),
  rate: percent,
  fraction: percent,
  multiple: (value) => `${decimals(value)}×`,
  number: (value) => general(value, 8),
  years: (value) => counted(value, "years"),
  months: (value) => counted(value, "months"),
  periods: (value) => counted(value, "periods"),
  count: (value) => decimals(value),
  shares: (value) => counted(value, "shares"),
  date: isoDate,
  choice: String,
  text: String,
};

/** A value by its unit: 20.11 %, 2.5×, 1,500,000. */
export const forReading = (value: number | string, kind: ScalarKind): string => (typeof value === "string" ? value : READINGS[kind](value));

/** An answer by its unit: an amount always shows its cents. */
export const answerForReading = (value: number, kind: ScalarKind): string => (kind === "money" ? decimals(value, 2) : READINGS[kind](value));

function general(value: number, digits: number): string {
  const size = Math.abs(value);
  return size >= 1e15 || (size > 0 && size < 1e-6) ? formatted(value, { notation: "scientific", maximumSignificantDigits: 7 }) : formatted(value, { maximumSignificantDigits: digits });
}

type Item = number | boolean | string;
const SHOWN = 6;

/** The value of a step, whose unit nobody knows; of a long list the beginning and the end. */
export function stepValue(value: Item | readonly Item[]): string {
  if (typeof value === "number") return general(value, 10);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value;
  const items = value.map((item) => (typeof item === "number" ? general(item, 6) : stepValue(item)));
  if (items.length <= SHOWN) return items.join(" · ");
  return `${items.slice(0, SHOWN - 2).join(" · ")} … ${items[items.length - 1]} (${items.length} values)`;
}

/** The unit of an input in the few words that fit beside its name. */
export function unitWords(parameter: Parameter): string {
  if (parameter.kind === "rows") return "table";
  if (parameter.kind === "list") return `list · ${unitWords(parameter.of)}`;
  if (parameter.kind === "choice") return "choice";
  return unitOf(parameter.kind).split(",")[0]!;
}
