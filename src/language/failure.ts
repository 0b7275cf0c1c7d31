import { Failure } from "../core/failure";

export type Code =
  | "EMPTY" | "SYNTAX" | "CHAR" | "NUMBER" | "TOO_LONG" | "TOO_DEEP" | "TOO_BIG" | "CHAINED" | "UNKNOWN_NAME" | "UNKNOWN_FUNCTION"
  | "ARITY" | "WINDOW" | "NEEDS_SERIES" | "TOO_MANY_INPUTS" | "BAD_INPUT_NAME" | "LENGTH_MISMATCH";

/** What is wrong with a text, where, and what to write instead. Positions count from 0 in UTF-16 units, as editors do. */
export class ExpressionFailure extends Failure {
  constructor(
    readonly code: Code,
    readonly problem: string,
    readonly position: number,
    readonly length: number,
    readonly hint?: string,
  ) {
    super(code.startsWith("TOO_") ? "too_large" : "syntax", `${code} at position ${position + 1}: ${problem}${hint ? `${problem.endsWith("?") ? "" : "."} ${hint.charAt(0).toUpperCase()}${hint.slice(1)}` : ""}`, "expression");
  }
}
