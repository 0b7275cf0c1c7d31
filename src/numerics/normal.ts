/** The normal distribution in any arithmetic: a series near the middle, a continued fraction in the tails. */
import { uncertain, type Arithmetic } from "./arithmetic";

/** Below this the series needs fewer terms than the fraction. */
const TAIL = 4;

/** The height of the standard normal density at x. */
export function normalDensity<N>({ of, multiply, divide, exponential, squareRoot, pi }: Arithmetic<N>, x: N): N {
  return divide(exponential(divide(multiply(x, x), of(-2))), squareRoot(multiply(of(2), pi)));
}

/** phi(z) / (z + 1 / (z + 2 / (z + 3 / …))), Laplace's fraction; its error after n terms falls like exp(-2 z sqrt(2 n)). */
function tail<N>(arithmetic: Arithmetic<N>, z: N, size: number): N {
  const { of, add, divide, unit } = arithmetic;
  const terms = Math.ceil((1.5 * Math.log(unit) ** 2) / (8 * size ** 2)) + 20;
  let denominator = z;
  for (let k = terms; k > 0; k--) denominator = add(z, divide(of(k), denominator));
  return divide(normalDensity(arithmetic, z), denominator);
}

/** phi(z) * (z + z^3 / 3 + z^5 / (3 * 5) + …): the area between 0 and z, every term positive. Doubles tell where it may end. */
function middle<N>(arithmetic: Arithmetic<N>, z: N, size: number): N {
  const { of, add, multiply, divide, unit } = arithmetic;
  const square = multiply(z, z);
  let term = z;
  let sum = z;
  for (let k = 3, last = 1, whole = 1; last > whole * unit * 0.005; k += 2) {
    last *= size ** 2 / k;
    whole += last;
    term = divide(multiply(term, square), of(k));
    sum = add(sum, term);
  }
  return multiply(normalDensity(arithmetic, z), sum);
}

/** The share of a standard normal distribution below x. */
export function normalDistribution<N>(arithmetic: Arithmetic<N>, x: N): N {
  const { of, add, subtract, absolute, roughly, doubted, unit } = arithmetic;
  const { sign, log, doubt } = roughly(x);
  if (sign === 0) return doubt === 0 ? of(0.5) : uncertain();
  const size = Math.exp(log);
  const far = size >= TAIL;
  const part = far ? tail(arithmetic, absolute(x), size) : middle(arithmetic, absolute(x), size);
  const share = far ? (sign < 0 ? part : subtract(of(1), part)) : (sign < 0 ? subtract : add)(of(0.5), part);
  // What the series and the fraction leave out is less than a unit of them.
  return doubted(share, roughly(share).doubt + 4 * unit);
}
