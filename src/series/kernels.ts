/**
 * What every slot of a column becomes, in one pass. A column is a Float64Array with NaN for a missing value.
 *
 * Rolling words cut the column into blocks as long as the window. A window is then a suffix of one block and a prefix of
 * the next, so each answer is one merge of two parts that were only ever added to. Nothing is taken out of a sum again:
 * there is no drift, no negative variance, an outlier is forgotten when it leaves, and rows appended later change nothing.
 *
 * `n` is the window in slots and `least` how many of them must hold a value; a window as long as the column, with a small
 * `least`, is the expanding form. Where all of them must (`strict`), nothing is counted: a missing value makes NaN of every
 * part that it is in, and so of the windows that hold it and of no other.
 */
export type Column = Float64Array;

export const blank = (length: number): Column => new Float64Array(length).fill(NaN);

/** How many values slot i holds: one or none. */
const held = (x: Column, i: number): number => (x[i]! === x[i]! ? 1 : 0);

/* -------------------------------------------------------------------------------------------------- sums */

/**
 * Rolling sums, or means. Each part of a window is a sum and the rounding error it has made so far (two-sum), so that
 * 1e16 + 1 - 1e16 is 1 and the answer is right to its last digit.
 */
export function rollingSum(x: Column, n: number, least: number, mean: boolean): Column {
  const length = x.length;
  const size = Math.min(n, length);
  const strict = least === n;
  const out = new Float64Array(length);
  const suffix = new Float64Array(size + 1);
  const suffixError = new Float64Array(size + 1);
  let count = 0;
  for (let block = 0; block < length; block += size) {
    const end = Math.min(block + size, length);
    const leaves = block > 0;
    let sum = 0;
    let error = 0;
    for (let i = block; i < end; i++) {
      const v = x[i]!;
      count += strict ? (leaves ? 0 : 1) : held(x, i) - (leaves ? held(x, i - n) : 0);
      if (strict || v === v) {
        const total = sum + v;
        const part = total - sum;
        error += sum - (total - part) + (v - part);
        sum = total;
      }
      if (count < least) {
        out[i] = NaN;
        continue;
      }
      const before = suffix[i - block + 1]!;
      const total = sum + before;
      const part = total - sum;
      const whole = total + (sum - (total - part) + (before - part) + error + suffixError[i - block + 1]!);
      out[i] = mean ? whole / count : whole;
    }
    if (end - block < size) break;
    sum = error = 0;
    for (let j = size - 1; j >= 0; j--) {
      const v = x[block + j]!;
      if (strict || v === v) {
        const total = sum + v;
        const part = total - sum;
        error += sum - (total - part) + (v - part);
        sum = total;
      }
      suffix[j] = sum;
      suffixError[j] = error;
    }
  }
  return out;
}

/** The running sum from slot `from` on, with the error of every addition kept (Neumaier); blank where x is. */
export function runningSum(x: Column, from: number, mean: boolean): Column {
  const out = blank(x.length);
  let sum = 0;
  let error = 0;
  let count = 0;
  for (let i = from; i < x.length; i++) {
    const v = x[i]!;
    if (v !== v) continue;
    const total = sum + v;
    error += Math.abs(sum) >= Math.abs(v) ? sum - total + v : v - total + sum;
    sum = total;
    count++;
    out[i] = mean ? (sum + error) / count : sum + error;
  }
  return out;
}

/** Rolling means with the weights 1, 2, … n; the newest weighs most. Every slot must hold a value. */
export function rollingWeightedMean(x: Column, n: number): Column {
  const length = x.length;
  const out = blank(length);
  if (n > length) return out;
  const weighted = new Float64Array(n + 1); // of the suffix, its first slot with weight 1
  const weights = (n * (n + 1)) / 2;
  let lastMissing = -1;
  for (let block = 0; block < length; block += n) {
    const end = Math.min(block + n, length);
    let sum = 0;
    let own = 0;
    for (let i = block; i < end; i++) {
      const v = x[i]!;
      if (v === v) {
        sum += v;
        own += (i - block + 1) * v;
      } else lastMissing = i;
      // The prefix stands behind the suffix, so each of its weights is larger by the suffix's length.
      if (i >= n - 1 && lastMissing <= i - n) out[i] = (weighted[i - block + 1]! + (n - 1 - (i - block)) * sum + own) / weights;
    }
    if (end - block < n) break;
    sum = own = 0;
    for (let j = n - 1; j >= 0; j--) {
      const v = x[block + j]!;
      if (v === v) sum += v;
      own += sum; // one slot more in front lifts every weight by one
      weighted[j] = own;
    }
  }
  return out;
}

/* -------------------------------------------------------------------------------------------------- moments */

/** 1 / k: a multiplication in place of the division that each step of a mean, and each merge, would wait for. */
function reciprocals(size: number): Float64Array {
  const out = new Float64Array(size + 1);
  for (let k = 1; k <= size; k++) out[k] = 1 / k;
  return out;
}

/**
 * What rolling windows say of their spread: the variance, its root, or the newest value's distance from the mean in such
 * roots. Exactly 0 (and no score) when all values of a window are equal: each then lies 0 from the shift of its part.
 *
 * Each part is kept relative to a shift, a value of its own, so that 1e9 + noise is as exact as the noise. The shift moves
 * to a value of less than half its size: values within a factor of two of it subtract without rounding, and none loses more
 * than it would without a shift. Distances between two shifts are distances between members of the window, so that every
 * rounding error is small against the window's own spread.
 *
 * The answer is chosen by name and not by a function: a call for every slot would box its numbers and cost more than the
 * rest of the loop.
 */
export function rollingSpread(x: Column, n: number, least: number, ddof: number, answer: "variance" | "deviation" | "score"): Column {
  const length = x.length;
  const size = Math.min(n, length);
  const strict = least === n;
  const out = new Float64Array(length);
  const means = new Float64Array(size + 1);
  const squared = new Float64Array(size + 1);
  const shifts = new Float64Array(size + 1);
  const parts = reciprocals(size);
  let count = 0;
  for (let block = 0; block < length; block += size) {
    const end = Math.min(block + size, length);
    const leaves = block > 0;
    let own = 0;
    let shift = 0;
    let mean = 0;
    let squares = 0;
    for (let i = block; i < end; i++) {
      const v = x[i]!;
      count += strict ? (leaves ? 0 : 1) : held(x, i) - (leaves ? held(x, i - n) : 0);
      if (strict || v === v) {
        if (own === 0) shift = v;
        else if (Math.abs(v) < 0.5 * Math.abs(shift)) {
          mean += shift - v;
          shift = v;
        }
        own++;
        const u = v - shift;
        const step = u - mean;
        mean += step * parts[own]!;
        squares += step * (u - mean);
      }
      if (count < least) {
        out[i] = NaN;
        continue;
      }
      const j = i - block + 1;
      const apart = mean - means[j]! + (shift - shifts[j]!);
      const share = (count - own) * parts[count]!;
      const variance = (squares + squared[j]! + share * own * apart * apart) / (count - ddof);
      if (answer === "variance") out[i] = variance;
      else if (answer === "deviation") out[i] = Math.sqrt(variance);
      else out[i] = variance === 0 ? NaN : (v - shift - (mean - apart * share)) / Math.sqrt(variance);
    }
    if (end - block < size) break;
    own = shift = mean = squares = 0;
    for (let j = size - 1; j >= 0; j--) {
      const v = x[block + j]!;
      if (strict || v === v) {
        if (own === 0) shift = v;
        else if (Math.abs(v) < 0.5 * Math.abs(shift)) {
          mean += shift - v;
          shift = v;
        }
        own++;
        const u = v - shift;
        const step = u - mean;
        mean += step * parts[own]!;
        squares += step * (u - mean);
      }
      means[j] = mean;
      squared[j] = squares;
      shifts[j] = shift;
    }
  }
  return out;
}

/** The same for pairs, over the slots where both hold a value: their correlation, or the slope of the line through x over y. */
export function rollingPairs(x: Column, y: Column, n: number, least: number, answer: "correlation" | "slope"): Column {
  const length = x.length;
  const size = Math.min(n, length);
  const strict = least === n;
  const out = new Float64Array(length);
  const meansX = new Float64Array(size + 1);
  const meansY = new Float64Array(size + 1);
  const squaredX = new Float64Array(size + 1);
  const squaredY = new Float64Array(size + 1);
  const multiplied = new Float64Array(size + 1);
  const shiftsX = new Float64Array(size + 1);
  const shiftsY = new Float64Array(size + 1);
  const parts = reciprocals(size);
  let count = 0;
  for (let block = 0; block < length; block += size) {
    const end = Math.min(block + size, length);
    const leaves = block > 0;
    let own = 0, shiftX = 0, shiftY = 0, meanX = 0, meanY = 0, squaresX = 0, squaresY = 0, products = 0;
    for (let i = block; i < end; i++) {
      const v = x[i]!;
      const w = y[i]!;
      count += strict ? (leaves ? 0 : 1) : held(x, i) * held(y, i) - (leaves ? held(x, i - n) * held(y, i - n) : 0);
      if (strict || (v === v && w === w)) {
        if (own === 0) {
          shiftX = v;
          shiftY = w;
        } else {
          if (Math.abs(v) < 0.5 * Math.abs(shiftX)) {
            meanX += shiftX - v;
            shiftX = v;
          }
          if (Math.abs(w) < 0.5 * Math.abs(shiftY)) {
            meanY += shiftY - w;
            shiftY = w;
          }
        }
        own++;
        const stepX = v - shiftX - meanX;
        const stepY = w - shiftY - meanY;
        meanX += stepX * parts[own]!;
        meanY += stepY * parts[own]!;
        const restY = w - shiftY - meanY;
        squaresX += stepX * (v - shiftX - meanX);
        squaresY += stepY * restY;
        products += stepX * restY;
      }
      if (count < least) {
        out[i] = NaN;
        continue;
      }
      const j = i - block + 1;
      const apartX = meanX - meansX[j]! + (shiftX - shiftsX[j]!);
      const apartY = meanY - meansY[j]! + (shiftY - shiftsY[j]!);
      const weight = own * (count - own) * parts[count]!;
      const product = products + multiplied[j]! + weight * apartX * apartY;
      const spreadX = squaresX + squaredX[j]! + weight * apartX * apartX;
      const spreadY = squaresY + squaredY[j]! + weight * apartY * apartY;
      if (spreadY === 0) out[i] = NaN;
      else if (answer === "slope") out[i] = product / spreadY;
      else out[i] = Math.max(-1, Math.min(1, product / (Math.sqrt(spreadX) * Math.sqrt(spreadY))));
    }
    if (end - block < size) break;
    own = shiftX = shiftY = meanX = meanY = squaresX = squaresY = products = 0;
    for (let j = size - 1; j >= 0; j--) {
      const v = x[block + j]!;
      const w = y[block + j]!;
      if (strict || (v === v && w === w)) {
        if (own === 0) {
          shiftX = v;
          shiftY = w;
        } else {
          if (Math.abs(v) < 0.5 * Math.abs(shiftX)) {
            meanX += shiftX - v;
            shiftX = v;
          }
          if (Math.abs(w) < 0.5 * Math.abs(shiftY)) {
            meanY += shiftY - w;
            shiftY = w;
          }
        }
        own++;
        const stepX = v - shiftX - meanX;
        const stepY = w - shiftY - meanY;
        meanX += stepX * parts[own]!;
        meanY += stepY * parts[own]!;
        const restY = w - shiftY - meanY;
        squaresX += stepX * (v - shiftX - meanX);
        squaresY += stepY * restY;
        products += stepX * restY;
      }
      meansX[j] = meanX;
      meansY[j] = meanY;
      squaredX[j] = squaresX;
      squaredY[j] = squaresY;
      multiplied[j] = products;
      shiftsX[j] = shiftX;
      shiftsY[j] = shiftY;
    }
  }
  return out;
}

/* -------------------------------------------------------------------------------------------------- extremes */

/** Rolling maxima (`sign` 1) or minima (-1), by the same blocks. */
export function rollingExtreme(x: Column, n: number, least: number, sign: 1 | -1): Column {
  const length = x.length;
  const size = Math.min(n, length);
  const out = new Float64Array(length);
  const suffix = new Float64Array(size + 1).fill(-Infinity);
  let count = 0;
  for (let block = 0; block < length; block += size) {
    const end = Math.min(block + size, length);
    let most = -Infinity;
    for (let i = block; i < end; i++) {
      const v = sign * x[i]!;
      count += held(x, i) - (i >= n ? held(x, i - n) : 0);
      if (v > most) most = v;
      const before = suffix[i - block + 1]!;
      out[i] = count < least ? NaN : sign * (before > most ? before : most);
    }
    if (end - block < size) break;
    most = -Infinity;
    for (let j = size - 1; j >= 0; j--) {
      const v = sign * x[block + j]!;
      if (v > most) most = v;
      suffix[j] = most;
    }
  }
  return out;
}

/** The greatest (`sign` 1) or least (-1) value so far; blank where x is. */
export function runningExtreme(x: Column, sign: 1 | -1): Column {
  const out = blank(x.length);
  let most = -Infinity;
  for (let i = 0; i < x.length; i++) {
    const v = sign * x[i]!;
    if (v > most) most = v;
    if (v === v) out[i] = sign * most;
  }
  return out;
}

/* -------------------------------------------------------------------------------------------------- one pass */

/**
 * The average that moves towards each value by the share `alpha`. It starts as the mean of the first n values, or as the
 * first value alone; the first answer stands at the n-th value either way. A missing value is passed over, the average kept.
 */
export function exponentialMean(x: Column, alpha: number, n: number, seed: "sma" | "first"): Column {
  const out = new Float64Array(x.length);
  let i = 0;
  let seen = 0;
  let average = 0;
  let error = 0;
  for (; i < x.length && seen < n; i++) {
    const v = x[i]!;
    out[i] = NaN;
    if (v !== v) continue;
    seen++;
    if (seed === "first") average = seen === 1 ? v : average + alpha * (v - average);
    else {
      const total = average + v;
      error += Math.abs(average) >= Math.abs(v) ? average - total + v : v - total + average;
      average = seen === n ? (total + error) / n : total;
    }
    if (seen === n) out[i] = average;
  }
  for (; i < x.length; i++) {
    const v = x[i]!;
    if (v === v) average += alpha * (v - average);
    out[i] = v === v ? average : NaN;
  }
  return out;
}

/** Wilder's relative strength: averages of rises and falls that start from the mean of the first n changes. */
export function relativeStrength(x: Column, n: number): Column {
  const out = blank(x.length);
  const alpha = 1 / n;
  let seen = 0;
  let up = 0;
  let down = 0;
  for (let i = 1; i < x.length; i++) {
    const change = x[i]! - x[i - 1]!;
    if (change - change !== 0) continue;
    const rise = change > 0 ? change : 0;
    const fall = change < 0 ? -change : 0;
    seen++;
    if (seen > n) {
      up += (rise - up) * alpha;
      down += (fall - down) * alpha;
    } else {
      up += rise;
      down += fall;
      if (seen < n) continue;
      if (seen === n) {
        up /= n;
        down /= n;
      }
    }
    const both = up + down;
    out[i] = both === 0 ? 50 : (100 * up) / both;
  }
  return out;
}

/** The values of n slots before. */
export function lagged(x: Column, n: number): Column {
  const out = blank(x.length);
  if (n < x.length) out.set(x.subarray(0, x.length - n), n);
  return out;
}

export function differences(x: Column, n: number): Column {
  const out = blank(x.length);
  for (let i = n; i < x.length; i++) out[i] = x[i]! - x[i - n]!;
  return out;
}

export function returns(x: Column, n: number): Column {
  const out = blank(x.length);
  for (let i = n; i < x.length; i++) out[i] = x[i - n] === 0 ? NaN : x[i]! / x[i - n]! - 1;
  return out;
}

export function logReturns(x: Column, n: number): Column {
  const out = blank(x.length);
  for (let i = n; i < x.length; i++) if (x[i]! > 0 && x[i - n]! > 0) out[i] = Math.log(x[i]! / x[i - n]!);
  return out;
}

/** The slot of the first value that is neither missing nor zero, from slot `from` on; the length where there is none. */
export function firstBase(x: Column, from: number): number {
  let i = from;
  while (i < x.length && (x[i]! !== x[i]! || x[i] === 0)) i++;
  return i;
}

/** Missing values take the last known one, at most `most` slots long. */
export function fillForward(x: Column, most: number): Column {
  const out = blank(x.length);
  let known = -1;
  for (let i = 0; i < x.length; i++) {
    if (x[i]! === x[i]!) known = i;
    if (known >= 0 && i - known <= most) out[i] = x[known]!;
  }
  return out;
}

/** x + factor * y. */
export function plus(x: Column, y: Column, factor: number): Column {
  const out = new Float64Array(x.length);
  for (let i = 0; i < out.length; i++) out[i] = x[i]! + factor * y[i]!;
  return out;
}

/** factor * x / y, or factor * x. */
export function scaled(x: Column, factor: number, y?: Column): Column {
  const out = new Float64Array(x.length);
  for (let i = 0; i < out.length; i++) out[i] = y ? (x[i]! / y[i]!) * factor : x[i]! * factor;
  return out;
}

/** How far x lies from a peak, as a fraction of it; blank where the peak is not above 0. */
export function fallFrom(x: Column, peak: Column): Column {
  const out = blank(x.length);
  for (let i = 0; i < out.length; i++) if (peak[i]! > 0) out[i] = x[i]! / peak[i]! - 1;
  return out;
}

/** 0, 1, 2 … */
export function counted(length: number): Column {
  const out = new Float64Array(length);
  for (let i = 0; i < length; i++) out[i] = i;
  return out;
}
