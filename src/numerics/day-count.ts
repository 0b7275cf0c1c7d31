/** Days between dates by convention. A date is a serial day: ../core/dates. */
import { isoDate } from "../core/dates";

/**
 * 30/360, the US bond basis: every month has 30 days and a year 360. A 31st counts as the 30th, at the end only where the
 * start is a 30th or 31st too. The last of February has no rule of its own (Excel's DAYS360 has one, for the start).
 */
export function days30360(start: number, end: number): number {
  const [from, to] = [start, end].map((serial) => isoDate(serial).split("-").map(Number));
  const [[y1 = 0, m1 = 0, d1 = 0] = [], [y2 = 0, m2 = 0, d2 = 0] = []] = [from, to];
  return 360 * (y2 - y1) + 30 * (m2 - m1) + (d1 < 30 ? d2 : Math.min(d2, 30)) - Math.min(d1, 30);
}
