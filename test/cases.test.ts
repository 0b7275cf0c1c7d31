/**
 * Tables of calls and what they must give, each with where its number comes from: other tools' tests, their reported bugs
 * recomputed, and a 60-digit reference. They run through the road of a cell.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { installHost, HostError } from "./host";
import { cellFunction } from "../src/excel/cells";
import { FORMULAS } from "../src/formulas";

interface Case {
  readonly id: string;
  readonly cell: string;
  readonly args: readonly unknown[];
  readonly value?: number;
  readonly rel?: number;
  readonly abs?: number;
  /** true, or a word of the refusal. */
  readonly refused?: true | string;
}

installHost();
const read = (name: string): Case[] => JSON.parse(readFileSync(join(__dirname, "cases", `${name}.json`), "utf8"));

const near = (got: number, want: number, { rel = 0, abs = 0 }: Case): boolean => Number.isFinite(got) && Math.abs(got - want) <= Math.max(abs, rel * Math.abs(want));

describe.each(["returns", "returns-refused", "reported-bugs", "every-formula", "public-examples", "refusals"])("%s", (name) => {
  test.each(read(name).map((row) => [`${row.id} ${row.cell}`, row] as const))("%s", (_, row) => {
    const formula = FORMULAS.get(row.cell.toLowerCase());
    if (!formula) throw new Error(`there is no formula ${row.cell}`);
    const call = (): number => cellFunction(formula)(...row.args);
    if (row.refused !== undefined) {
      expect(call).toThrow(HostError);
      if (row.refused !== true) expect(call).toThrow(row.refused);
      return;
    }
    const got = call();
    expect(near(got, row.value!, row) ? row.value : got).toBe(row.value);
  });
});
