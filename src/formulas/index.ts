/** The catalogue: the chapters in the order of the handbook, and every formula in its place. */
import type { Chapter, Formula } from "../core/formula";
import { readProgram, type ReadProgram } from "../language/program";
import { biotech } from "./biotech";
import { comparables } from "./comparables";
import { costOfCapital } from "./cost-of-capital";
import { fintech } from "./fintech";
import { fundPerformance } from "./fund-performance";
import { marketplace } from "./marketplace";
import { preRevenue } from "./pre-revenue";
import { saas } from "./saas";
import { timeValue } from "./time-value";

export const CHAPTERS: readonly Chapter[] = [timeValue, costOfCapital, comparables, preRevenue, saas, fintech, marketplace, biotech, fundPerformance];

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
