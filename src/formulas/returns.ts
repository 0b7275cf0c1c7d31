/** What irr and xirr tell beside the rate where the flows change their sign more than once. */
import type { Computed } from "../core/formula";
import { internalRates } from "../numerics/returns";

export function rateOfReturn(flows: readonly number[], times: readonly number[], perPeriod: number, guess: number): Computed {
  const { rate, all, complete } = internalRates(flows, times, perPeriod, guess);
  const several = all.length > 1;
  return {
    value: rate,
    steps: several ? [{ name: "all_roots", expression: "every rate at which the present value is 0", value: all }] : [],
    warnings: [
      ...(several ? [`these flows have ${all.length} rates of return (${all.map((root) => root.toPrecision(6)).join(", ")}); the one nearest to the guess ${guess} is given`] : []),
      ...(complete ? [] : ["the flows change their sign so often that further rates may exist"]),
    ],
  };
}
