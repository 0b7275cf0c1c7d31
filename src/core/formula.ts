/**
 * The shape of a formula: what it asks, what it computes, when it holds, where it comes from. Everything that a user sees
 * (the Excel function and its help, the tool and its schema, the working, the handbook, the tests) is derived from it.
 */
import type { Given, List, Parameter, Row, Rows, Scalar } from "./parameters";

/** One line of the working: what was computed, how it reads, and what came out. */
export interface Step {
  readonly name: string;
  readonly expression: string;
  readonly value: number | boolean | string | readonly (number | boolean | string)[];
}

/** A rule as an equation, with the words for a reader where the bare equation is not plain enough; {…} in them is computed. */
export type Condition = string | readonly [equation: string, words: string];

type ValueOf<P> =
  P extends { readonly kind: "choice"; readonly choices: readonly (infer C)[] } ? C
  : P extends { readonly kind: "text" } ? string
  : P extends Scalar ? number
  : P extends List ? readonly number[]
  : P extends Rows ? readonly Row[]
  : never;
type InputOf<P> = P extends { readonly optional: { readonly default: infer D } } ? (D extends undefined ? ValueOf<P> | undefined : ValueOf<P>) : ValueOf<P>;

export type Inputs = Readonly<Record<string, Parameter>>;
/** The values of the inputs as a compute function receives them: read, within their limits, defaults filled in. */
export type Values<I extends Inputs> = { readonly [K in keyof I]: InputOf<I[K]> };

export interface Computed {
  readonly value: number;
  readonly steps?: readonly Step[];
  readonly warnings?: readonly string[];
}

/** How one tool carries a formula: under other names, with a default of its own, or with named items in place of lists. */
export interface ToolFace {
  /** Input name -> the name that the tool gives it. */
  readonly names?: Readonly<Record<string, string>>;
  readonly defaults?: Readonly<Record<string, Given>>;
  /** Lists that the tool takes as maps from a name to an item; all of them share their names, in the order of the first. */
  readonly maps?: readonly string[];
}

export interface Example {
  readonly given: Readonly<Record<string, Given | readonly string[] | Readonly<Record<string, number>>>>;
  /** Computed by someone or something other than this code. */
  readonly gives: number;
  /** Who or what computed it. */
  readonly by: string;
}

export interface Definition<I extends Inputs = Inputs> {
  readonly title: string;
  /** One sentence that fits a tooltip. */
  readonly summary: string;
  readonly inputs: I;
  readonly returns: Scalar;
  /** The equation, which is what runs. */
  readonly equation?: string;
  /** Instead of an equation, where none can say it: arithmetic only, no checks and no defaults. */
  readonly compute?: (values: Values<I>) => number | Computed;
  /** With compute: the equation that the answer, as `result`, satisfies. */
  readonly relation?: string;
  /** With compute: Excel's own function of the same inputs in the same order, and where its answer is not this one. */
  readonly excelFunction?: { readonly name: string; readonly differs: string };
  readonly requires?: readonly Condition[];
  readonly warns?: readonly (readonly [equation: string, words: string])[];
  /** What every answer rests on; {…} is computed. */
  readonly assumptions?: readonly string[];
  /** One clause: when this is the formula to take. */
  readonly useWhen: string;
  /** One clause that names the sibling to take instead. */
  readonly notWhen: string;
  /** What else people call it. */
  readonly keywords?: string;
  readonly source: string;
  readonly example: Example;
  readonly tools?: Readonly<Record<string, ToolFace>>;
}

/** Checks a definition's types, so that compute sees its inputs by name and kind. */
export const formula = <const I extends Inputs>(definition: Definition<I>): Definition => definition as unknown as Definition;

export interface Chapter {
  readonly chapter: number;
  /** Names the tool valuation_<family>. */
  readonly family: string;
  readonly title: string;
  /** In the order of the handbook; a key is its formula's only name. Definitions are appended, so that numbers stay. */
  readonly formulas: Readonly<Record<string, Definition>>;
}

/** What a formula's texts come to on given inputs. */
export interface Outcome {
  readonly value: number;
  readonly steps: readonly Step[];
  readonly warnings: readonly string[];
  readonly assumptions: readonly string[];
}

export type Scope = Readonly<Record<string, Given | undefined>>;

/** A definition whose texts have been read: the language gives this, and the core runs it. */
export interface Program {
  /** The words of each rule that the inputs break. */
  broken(inputs: Scope): readonly string[];
  run(inputs: Scope, keep: boolean): Outcome;
}

/** A definition in its place in the catalogue. */
export interface Formula extends Definition {
  readonly id: string;
  readonly chapter: number;
  readonly chapterTitle: string;
  readonly family: string;
  /** chapter.place, such as 1.9. */
  readonly number: string;
  readonly program: Program;
}
