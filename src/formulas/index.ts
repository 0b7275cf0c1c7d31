/** The catalogue: the chapters in the order of the handbook, and every formula in its place. */
import type { Chapter, Formula } from "../core/formula";
import { readProgram, type ReadProgram } from "../language/program";
import { capTable } from "./cap-table";
import { emerging } from "./emerging";
import { fundPerformance } from "./fund-performance";
import { hardware } from "./hardware";
import { international } from "./international";
import { options } from "./options";
import { probability } from "./probability";
import { stakeholder } from "./stakeholder";
import { timeValue } from "./time-value";

export const CHAPTERS: readonly Chapter[] = [
  timeValue,
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
