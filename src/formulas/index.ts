/** The catalogue: the chapters in the order of the handbook, and every formula in its place. */
import type { Chapter, Formula } from "../core/formula";
import { readProgram, type ReadProgram } from "../language/program";
import { biotech } from "./biotech";
import { capTable } from "./cap-table";
import { comparables } from "./comparables";
import { costOfCapital } from "./cost-of-capital";
import { emerging } from "./emerging";
import { fintech } from "./fintech";
import { fundPerformance } from "./fund-performance";
import { hardware } from "./hardware";
import { international } from "./international";
import { marketplace } from "./marketplace";
import { options } from "./options";
import { preRevenue } from "./pre-revenue";
import { probability } from "./probability";
import { saas } from "./saas";
import { stakeholder } from "./stakeholder";
import { timeValue } from "./time-value";

export const CHAPTERS: readonly Chapter[] = [
  timeValue,
  costOfCapital,
  comparables,
  preRevenue,
  saas,
  fintech,
  marketplace,
  biotech,
  hardware,
  emerging,
  probability,
  options,
  international,
  stakeholder,
  fundPerformance,
  capTable,
];

/** A formula whose equation can be shown as well as run. */
export interface CatalogueFormula extends Formula {
  readonly program: ReadProgram;
}

function placed({ chapter, family, title, formulas }: Chapter): CatalogueFormula[] {
  return Object.entries(formulas).map(([id, definition], i) => {
    let program: ReadProgram | undefined;
    return {
      ...definition,
      id,
      chapter,
      family,
      chapterTitle: title,
      number: `${chapter}.${i + 1}`,
      // Read on first use: a sheet that calls three formulas does not wait for the texts of all.
      get program(): ReadProgram {
        return (program ??= readProgram(definition));
      },
    };
  });
}

/** Every formula by its id. */
export const FORMULAS: ReadonlyMap<string, CatalogueFormula> = new Map(CHAPTERS.flatMap(placed).map((formula) => [formula.id, formula]));
