/** The number of letters to insert, delete, change or swap to turn one word into the other. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1);
      next.push(cost);
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}

/** The known name that someone who wrote this one most likely meant, or undefined where none is close. */
export function nearest(written: string, known: Iterable<string>): string | undefined {
  const plain = (word: string) => word.toLowerCase().replace(/[^a-z0-9]/g, "");
  const wanted = plain(written).slice(0, 64);
  let best: string | undefined;
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const name of known) {
    const target = plain(name);
    // A word that is the beginning or the end of the other is what people leave out: "cash_flow", "discount_rate".
    const part = wanted.length > 2 && (target.startsWith(wanted) || target.endsWith(wanted) || (target.length > 2 && (wanted.startsWith(target) || wanted.endsWith(target))));
    const cost = part ? Math.min(1.5, distance(wanted, target)) : distance(wanted, target);
    if (cost < least) [best, least] = [name, cost];
  }
  return best;
}

/** ", did you mean …?" or nothing. */
export const didYouMean = (written: string, known: Iterable<string>): string => {
  const name = nearest(written, known);
  return name === undefined ? "" : `; did you mean ${name}?`;
};
