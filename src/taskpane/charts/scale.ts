/** From values to places, and round numbers along an axis. */
export interface Scale {
  readonly from: number;
  readonly to: number;
  at(value: number): number;
  /** The value at a place. */
  back(place: number): number;
}

export const scale = (from: number, to: number, start: number, end: number): Scale => {
  const span = to - from || 1;
  return { from, to, at: (value) => start + ((value - from) / span) * (end - start), back: (place) => from + ((place - start) / (end - start)) * span };
};

/** The step of 1, 2 or 5 times a power of ten that cuts a span into about so many parts. */
export function roundStep(span: number, parts: number): number {
  const rough = span / Math.max(1, parts);
  if (!(rough > 0) || !Number.isFinite(rough)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((factor) => factor * power >= rough * 0.999) ?? 10);
}

/** Round values within a span. Counted in steps, so that 0.1 three times is 0.3. */
export function ticks(from: number, to: number, parts: number): number[] {
  const step = roundStep(to - from, parts);
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, Math.min(100, last - first + 1)) }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 4 });
const small = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 4 });

const scientific = new Intl.NumberFormat("en-US", { notation: "scientific", maximumSignificantDigits: 4 });

/** A number in the room of an axis: 12.5M, and 1E300 where no letter says it. */
export function short(value: number): string {
  const size = Math.abs(value);
  const format = size >= 1e15 || (size > 0 && size < 1e-4) ? scientific : size < 1000 ? small : compact;
  return format.format(value === 0 ? 0 : value).replace("-", "−");
}
