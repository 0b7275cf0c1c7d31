/** How a number is written, and what a text that is none was most likely meant to be. */

/** "1 row", "2,000 rows"; the plural is given where an s does not make it. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string => `${count.toLocaleString("en-US")} ${count === 1 ? noun : plural}`;

/** The one way to write a number: digits with a decimal point. */
export const NUMERAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Digits with marks between the thousands, and with a decimal point or a decimal comma. A group never follows a 0. */
const POINT = /^[+-]?(\d+|[1-9]\d{0,2}(?:[,'’_ ]\d{3})+)(\.\d+)?$/;
const COMMA = /^[+-]?(\d+|[1-9]\d{0,2}(?:[.'’_ ]\d{3})+)(,\d+)?$/;
const LONGEST = 100;

/** The numbers that a text such as "1,500,000", "12,5%" or "€ 1.000,50" may have been meant to be: "1,500" has two. */
function readings(text: string): number[] {
  if (text.length > LONGEST) return [];
  const bare = text.replace(/[$€£¥]/g, "").replace(/\s/g, " ").trim();
  const [, digits = "", percent] = /^(.*?) ?(%?)$/.exec(bare)!;
  // "12%" means the decimal 0.12, so the point is moved in the text and not by a division.
  const valued = (numeral: string): number => Number(percent ? `${numeral}e-2` : numeral);
  const found = [
    ...(POINT.test(digits) ? [valued(digits.replace(/[,'’_ ]/g, ""))] : []),
    ...(COMMA.test(digits) ? [valued(digits.replace(/[.'’_ ]/g, "").replace(",", "."))] : []),
  ];
  return [...new Set(found)].filter(Number.isFinite);
}

/** What to write in place of a text that is no number: ": write …", or nothing where no reading would be taken. */
export function offered(text: string, isTaken: (value: number) => boolean = () => true): string {
  const [first, second] = readings(text).filter(isTaken);
  if (first === undefined) return "";
  return second === undefined ? `: write ${first}` : `: write ${first}, or ${second} where the comma is a decimal point`;
}
