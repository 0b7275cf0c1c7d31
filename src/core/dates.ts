/**
 * Dates are Excel's serial days: 1 is 1900-01-01, 25569 is 1970-01-01. Excel counts a 29 February 1900 that never was, so
 * days before 1900-03-01 stand one lower than the true distance; every later difference is the true number of days.
 */
const MS_PER_DAY = 86_400_000;
const UNIX_EPOCH = 25_569;
const FICTITIOUS_DAY = 60;

/** The serial day of a text YYYY-MM-DD, or undefined where it is no such date. */
export function serialDay(text: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?:T00:00(?::00(?:\.0+)?)?Z?)?$/.exec(text);
  if (!parts) return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const time = Date.UTC(year, month - 1, day);
  const back = new Date(time);
  const serial = time / MS_PER_DAY + UNIX_EPOCH;
  // A year below 100 comes back as one of the last century.
  if (serial < 1 || back.getUTCFullYear() !== year || back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day) return undefined;
  // Calendars without the fictitious day call Excel's day 1 1899-12-31, and so do files that they wrote.
  return serial <= FICTITIOUS_DAY && year >= 1900 ? serial - 1 : serial;
}

/** YYYY-MM-DD of a serial day. */
export function isoDate(serial: number): string {
  const days = serial < FICTITIOUS_DAY ? serial + 1 : serial;
  return new Date((days - UNIX_EPOCH) * MS_PER_DAY).toISOString().slice(0, 10);
}
