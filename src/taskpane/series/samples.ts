/** Two made-up series to begin with: a wandering index, and one that follows it half-heartedly. Not market data. */

const ROWS = 250;

/** A generator of the Lehmer kind: the same numbers on every machine. */
function* noise(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647 - 0.5;
  }
}
const rounded = (value: number): number => Math.round(value * 100) / 100;

function made(): readonly [readonly number[], readonly number[]] {
  const [own, other] = [noise(2026), noise(7)];
  const first: number[] = [];
  const second: number[] = [];
  let [a, b] = [100, 50];
  for (let row = 0; row < ROWS; row++) {
    const step = 0.036 * (own.next().value as number) + 0.0012 * Math.sin(row / 18);
    a *= 1 + step;
    b *= 1 + 0.6 * step + 0.02 * (other.next().value as number);
    first.push(rounded(a));
    second.push(rounded(b));
  }
  return [first, second];
}

const [first, second] = made();
export const SAMPLES = {
  a: { title: "made-up index", values: first },
  b: { title: "made-up follower of a", values: second },
} as const;

/** Formulas to try on them, and on anything else. */
export const EXAMPLES = ["zscore(a, 60)", "a / sma(a, 20) - 1", "corr(pct_change(a), pct_change(b), 60)", "drawdown(a)", "rebase(a) - rebase(b)", "realized_vol(a, 30, 252)"] as const;
