/** Decimals with more digits than were asked for, so that what is lost on the way is not missed at the end. */
import Decimal from "decimal.js";

export type Constructor = typeof Decimal;
export const constructorOf = (x: Decimal): Constructor => x.constructor as Constructor;

const made = new Map<number, Constructor>();
/** A constructor with at least so many digits, made once for each twenty of them. */
export function withPrecision(digits: number): Constructor {
  const rounded = Math.ceil(digits / 20) * 20;
  let found = made.get(rounded);
  if (!found) made.set(rounded, (found = Decimal.clone({ precision: rounded, defaults: true })));
  return found;
}
