/** Lines over a common axis. The table that stands beside each chart holds the same values for those who read, not look. */
import { scale, short, ticks, type Scale } from "./scale";
import { svg } from "./svg";

export interface Line {
  readonly hue: number;
  /** Ascending places; a missing value interrupts the line. */
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
}
export interface LineChart {
  /** What the picture shows, for a screen reader. */
  readonly label: string;
  readonly lines: readonly Line[];
  readonly xTitle: string;
  /** Places along the axis that deserve a mark, each with words. */
  readonly marks?: readonly { readonly x: number; readonly title: string }[];
  /** The place that is looked at. */
  readonly at?: number;
  /** Called with the place where the picture is pointed at. */
  readonly pick?: (x: number) => void;
}

const [TOP, BOTTOM, RIGHT] = [14, 38, 10];
const LETTER = 6.6;

/** More points than these for each pixel only cost time: of each pixel's points the lowest and the highest are drawn. */
const POINTS_PER_PIXEL = 3;

function pathOf({ xs, ys }: Line, x: Scale, y: Scale, width: number): string {
  const points: [number, number][] = [];
  const many = xs.length > width * POINTS_PER_PIXEL;
  const pieces: string[] = [];
  const end = (): void => {
    if (points.length === 1) pieces.push(`M${points[0]![0].toFixed(1)} ${points[0]![1].toFixed(1)}h.1`);
    else if (points.length) pieces.push(`M${points.map(([across, down]) => `${across.toFixed(1)} ${down.toFixed(1)}`).join("L")}`);
    points.length = 0;
  };
  let column = NaN;
  let [low, high] = [0, 0];
  for (let i = 0; i < xs.length; i++) {
    const value = ys[i]!;
    if (value !== value) {
      end();
      column = NaN;
      continue;
    }
    const [across, down] = [x.at(xs[i]!), y.at(value)];
    if (!many) points.push([across, down]);
    else if (Math.floor(across) !== column) {
      column = Math.floor(across);
      [low, high] = [down, down];
      points.push([across, down]);
    } else if (down < low || down > high) {
      [low, high] = [Math.min(low, down), Math.max(high, down)];
      points.push([across, down]);
    }
  }
  end();
  return pieces.join("");
}

function extent(lines: readonly Line[], of: "xs" | "ys"): [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const line of lines) {
    const values = line[of];
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  return least <= most ? [least, most] : [0, 1];
}

export function lineChart(chart: LineChart, width: number, height: number): SVGElement {
  const { lines, marks = [], at } = chart;
  let [low, high] = extent(lines, "ys");
  if (low === high) [low, high] = [low - (Math.abs(low) || 1) / 2, high + (Math.abs(high) || 1) / 2];
  const yTicks = ticks(low, high, height > 200 ? 5 : 3);
  const left = Math.max(...yTicks.map((value) => short(value).length), 1) * LETTER + 8;
  const [first, last] = extent(lines, "xs");
  const x = scale(first, last, left, width - RIGHT);
  const y = scale(low, high, height - BOTTOM, TOP);
  const xTicks = ticks(first, last, Math.max(3, Math.floor((width - left) / 72)));
  const floor = height - BOTTOM;
  const picture = svg(
    "svg",
    { class: "chart", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": chart.label },
    ...yTicks.map((value) => svg("g", {}, svg("path", { class: value === 0 ? "axis" : "grid", d: `M${left} ${y.at(value).toFixed(1)}H${width - RIGHT}` }), svg("text", { x: left - 6, y: y.at(value) + 4, "text-anchor": "end" }, short(value)))),
    svg("path", { class: "axis", d: `M${left} ${floor}H${width - RIGHT}` }),
    ...xTicks.map((value) => {
      const place = x.at(value);
      // The last number would hang over the edge if it were centred.
      const anchor = place > width - RIGHT - 18 ? "end" : "middle";
      return svg("g", {}, svg("path", { class: "axis", d: `M${place.toFixed(1)} ${floor}v4` }), svg("text", { x: anchor === "end" ? width - RIGHT : place, y: floor + 16, "text-anchor": anchor }, short(value)));
    }),
    svg("text", { x: (left + width - RIGHT) / 2, y: height - 5, "text-anchor": "middle", class: "axis-title" }, chart.xTitle),
    ...marks.map((mark) => svg("path", { class: "mark", d: `M${x.at(mark.x).toFixed(1)} ${TOP}V${floor}` }, svg("title", {}, mark.title))),
    ...marks.map((mark) => svg("path", { class: "mark-foot", d: `M${x.at(mark.x).toFixed(1)} ${TOP + 1}l-4.5 -8h9z` }, svg("title", {}, mark.title))),
    ...lines.map((line) => svg("path", { class: `line hue-${line.hue}`, d: pathOf(line, x, y, width) })),
    at !== undefined && at >= first && at <= last && svg("path", { class: "at", d: `M${x.at(at).toFixed(1)} ${TOP}V${floor}` }),
  );
  if (chart.pick) {
    picture.classList.add("picks");
    const { pick } = chart;
    picture.addEventListener("click", (event) => {
      const place = (event as MouseEvent).clientX - picture.getBoundingClientRect().left;
      pick(Math.min(last, Math.max(first, x.back(place))));
    });
  }
  return picture;
}
