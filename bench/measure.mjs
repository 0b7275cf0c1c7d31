/** The median of many runs of a piece of work, in milliseconds, once the engine has compiled what it runs. */
export function milliseconds(work, least = 5, budget = 800) {
  const warm = performance.now();
  do work(); while (performance.now() - warm < budget);
  const times = [];
  const begin = performance.now();
  while (times.length < least || (performance.now() - begin < budget && times.length < 20_000)) {
    const start = performance.now();
    work();
    times.push(performance.now() - start);
    if (performance.now() - begin > 20_000) break;
  }
  times.sort((x, y) => x - y);
  return times[times.length >> 1];
}
