/** A line chart as static SVG: no script, colours and dashes from the style sheet, and never without the table behind it. */
import { escape } from "./page";

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

const WIDTH = 480;
const HEIGHT = 320;
const EDGE = { left: 36, right: 84, top: 12, bottom: 34 };
const LINE_HEIGHT = 15;

const round = (value: number): string => String(Math.round(value * 10) / 10);

/** Ticks from 0 in steps of 1, 2 or 5 times a power of ten, about five of them. */
function ticks(most: number): number[] {
  const raw = most / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((each) => each * power >= raw) ?? 10);
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, place) => place * step);
}

/** Names at the ends of their lines, moved apart where they would overlap; from the lowest line to the highest. */
function spaced(wanted: readonly number[]): number[] {
  const order = wanted.map((y, place) => ({ y, place })).sort((a, b) => b.y - a.y);
  const placed = [...wanted];
  order.forEach(({ y, place }, rank) => {
    const below = order[rank - 1];
    placed[place] = below ? Math.min(y, placed[below.place]! - LINE_HEIGHT) : y;
  });
  return placed;
}

export function lineChart(label: string, xTitle: string, yTitle: string, series: readonly Series[]): string {
  const points = series.flatMap((each) => each.points);
  const [farX, farY] = [0, 1].map((axis) => Math.max(...points.map((point) => point[axis]!))) as [number, number];
  const x = (value: number): number => EDGE.left + (value / farX) * (WIDTH - EDGE.left - EDGE.right);
  const y = (value: number): number => HEIGHT - EDGE.bottom - (value / farY) * (HEIGHT - EDGE.top - EDGE.bottom);
  const across = ticks(farX).map((tick) => `<text class="tick" x="${round(x(tick))}" y="${HEIGHT - EDGE.bottom + 16}" text-anchor="middle">${tick}</text>`);
  const up = ticks(farY).map((tick) => `<line class="rule" x1="${EDGE.left}" x2="${WIDTH - EDGE.right}" y1="${round(y(tick))}" y2="${round(y(tick))}"/><text class="tick" x="${EDGE.left - 6}" y="${round(y(tick) + 4)}" text-anchor="end">${tick}</text>`);
  const ends = spaced(series.map((each) => y(each.points.at(-1)?.[1] ?? 0)));
  const lines = series.map((each, place) => `<polyline class="line line-${place + 1}" points="${each.points.map(([px, py]) => `${round(x(px))},${round(y(py))}`).join(" ")}"/><text class="name name-${place + 1}" x="${WIDTH - EDGE.right + 8}" y="${round(ends[place]! + 4)}">${escape(each.name)}</text>`);
  return `<figure class="chart"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escape(label)}">${[...up, ...across, ...lines].join("")}<text class="tick" x="${round((EDGE.left + WIDTH - EDGE.right) / 2)}" y="${HEIGHT - 2}" text-anchor="middle">${escape(xTitle)}</text></svg><figcaption>${escape(yTitle)}</figcaption></figure>`;
}
