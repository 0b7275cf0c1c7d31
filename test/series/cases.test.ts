/** The public cases, through both faces of the engine: JSON in and out, and cells in and out. */
import { evaluateColumns, evaluateSeries } from "../../src/series/evaluate";
import cases from "./cases.json";

interface Case {
  readonly id: string;
  readonly args?: { readonly expression: string; readonly inputs: unknown };
  readonly cellArgs?: readonly unknown[];
  readonly expect?: { readonly values: readonly (number | null)[]; readonly times?: readonly number[] };
  readonly array?: readonly (readonly unknown[])[];
  readonly error?: string;
  readonly rel: number;
  readonly abs: number;
}

function near(got: unknown, want: unknown, { rel, abs }: Case): boolean {
  if (typeof want === "number") return typeof got === "number" && Number.isFinite(got) && Math.abs(got - want) <= Math.max(abs, rel * Math.abs(want));
  if (Array.isArray(want)) return Array.isArray(got) && got.length === want.length && want.every((item, i) => near(got[i], item, { rel, abs } as Case));
  return got === want;
}

describe.each(cases as unknown as Case[])("$id", (entry) => {
  const run = () => (entry.args ? evaluateSeries(entry.args) : evaluateColumns(entry.cellArgs![0], entry.cellArgs!.slice(1)));

  if (entry.error !== undefined)
    test(`is refused with ${entry.error}`, () => {
      expect(run).toThrow(new RegExp(entry.error!, "i"));
    });
  else
    test("gives the values", () => {
      const got = run();
      if (Array.isArray(got)) {
        expect(near(got, entry.array, entry) ? entry.array : got).toEqual(entry.array);
        return;
      }
      const { values, times } = entry.expect!;
      const answer = got as ReturnType<typeof evaluateSeries>;
      expect(near(answer.values, values, entry) ? values : answer.values).toEqual(values);
      if (times) expect(answer.times).toEqual(times);
    });
});
