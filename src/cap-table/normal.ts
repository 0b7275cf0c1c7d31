/** The normal distribution to the full accuracy of doubles, for when no other is handed in. */

/** P(Z <= x), from the side that keeps its digits. */
export function standardNormalCdf(x: number): number {
  const size = Math.abs(x);
  const z = size * Math.SQRT1_2;
  if (z <= 0.46875) return 0.5 + (x * Math.SQRT1_2 * quotient(NEAR, z * z)) / 2;
  const tail = size > 38.6 ? 0 : (scaledTail(z) * gaussian(size)) / 2;
  return x < 0 ? tail : 1 - tail;
}

/**
 * W. J. Cody, Rational Chebyshev approximations for the error function, Mathematics of Computation 23 (1969): one quotient of
 * polynomials for each of three ranges, good to 18 digits. Lowest powers last but for the first coefficient, as Cody evaluates them.
 */
const NEAR = {
  above: [1.85777706184603153e-1, 3.1611237438705656, 1.13864154151050156e2, 3.77485237685302021e2, 3.20937758913846947e3],
  below: [1, 2.36012909523441209e1, 2.44024637934444173e2, 1.28261652607737228e3, 2.84423683343917062e3],
};
const MIDDLE = {
  above: [
    2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594, 6.61191906371416295e1, 2.98635138197400131e2, 8.8195222124176909e2,
    1.71204761263407058e3, 2.05107837782607147e3, 1.23033935479799725e3,
  ],
  below: [
    1, 1.57449261107098347e1, 1.17693950891312499e2, 5.37181101862009858e2, 1.62138957456669019e3, 3.29079923573345963e3, 4.36261909014324716e3,
    3.43936767414372164e3, 1.23033935480374942e3,
  ],
};
const FAR = {
  above: [1.63153871373020978e-2, 3.05326634961232344e-1, 3.60344899949804439e-1, 1.25781726111229246e-1, 1.60837851487422766e-2, 6.58749161529837803e-4],
  below: [1, 2.56852019228982242, 1.87295284992346725, 5.27905102951428412e-1, 6.05183413124413191e-2, 2.33520497626869185e-3],
};

const polynomial = (coefficients: readonly number[], x: number): number => coefficients.reduce((total, coefficient) => total * x + coefficient, 0);
const quotient = ({ above, below }: { above: readonly number[]; below: readonly number[] }, x: number): number => polynomial(above, x) / polynomial(below, x);

/** erfc(z) exp(z^2), which hardly bends, so that the rounding of z = x / sqrt 2 does no harm. */
function scaledTail(size: number): number {
  if (size <= 4) return quotient(MIDDLE, size);
  const square = 1 / (size * size);
  return (INVERSE_ROOT_PI - square * quotient(FAR, square)) / size;
}
const INVERSE_ROOT_PI = 0.5641895835477563;

/** exp(-x^2 / 2) without losing digits in the square: that of the leading sixteenths is exact. */
function gaussian(x: number): number {
  const leading = Math.trunc(x * 16) / 16;
  return Math.exp((-leading * leading) / 2) * Math.exp((-(x - leading) * (x + leading)) / 2);
}
