/** The functions over whole ranges, run: what each takes is told in the catalogue's table, and read by the engines. */
import { breakpointsTable, exitTable, readExit, type ExitArguments } from "../cap-table/exit-answer";
import { opmBacksolve, opmTable, readOpm, type OpmArguments } from "../cap-table/opm";
import { fundingRoundTable, readRound, roundPrice, type RoundArguments } from "../cap-table/round-answer";
import { RANGE_FUNCTIONS as TOLD, type RangeParameter } from "../formulas/range-functions";
import { evaluateColumns } from "../series/evaluate";
import { INPUT_NAMES } from "../series/inputs";
import type { CellFunction } from "./cell-functions";
import { plainCells, spilled, valued, type Cell } from "./cells";

/** The arguments by the names of the parameters, as the engines take them; what was left out is absent. */
function named(parameters: readonly RangeParameter[], args: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(parameters.flatMap(({ name, type }, i) => {
    const argument = plainCells(name, args[i]);
    if (argument === null || argument === undefined) return [];
    const only = type === "any" && Array.isArray(argument) && argument.length === 1 && Array.isArray(argument[0]) && argument[0].length === 1 ? (argument[0] as unknown[])[0] : argument;
    return only === "" || only === null ? [] : [[name, only]];
  }));
}

type Answer = (given: Record<string, unknown>) => number | Cell[][];
const ANSWERS: Readonly<Record<Exclude<keyof typeof TOLD, "FORMULA">, Answer>> = {
  FUNDING_ROUND: (given) => fundingRoundTable(readRound(given as unknown as RoundArguments)),
  ROUND_PRICE: (given) => roundPrice(readRound(given as unknown as RoundArguments)),
  EXIT_WATERFALL: (given) => exitTable(readExit(given as unknown as ExitArguments)),
  EXIT_BREAKPOINTS: (given) => breakpointsTable(readExit(given as unknown as ExitArguments)),
  OPM_ALLOCATION: ({ equity_value, ...given }) => opmTable(readOpm(given as unknown as OpmArguments), equity_value),
  OPM_BACKSOLVE: ({ security, price, ...given }) => opmBacksolve(readOpm(given as unknown as OpmArguments), { security, price }).equity_value,
};

const tables = Object.entries(ANSWERS).map(([id, answer]): CellFunction => {
  const told = TOLD[id as keyof typeof ANSWERS];
  return {
    ...told,
    run: told.returns.type === "number"
      ? valued((args) => answer(named(told.parameters, args)) as number)
      : spilled((args) => answer(named(told.parameters, args)) as Cell[][]),
  };
});

const series: CellFunction = {
  ...TOLD.FORMULA,
  run: spilled(([expression, ...ranges]) => evaluateColumns(plainCells("expression", Array.isArray(expression) ? (expression as unknown[][])[0]?.[0] : expression), ranges.slice(0, INPUT_NAMES.length))),
};

export const RANGE_FUNCTIONS: readonly CellFunction[] = [...tables, series];
