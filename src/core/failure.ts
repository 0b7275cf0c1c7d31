/**
 * Why there is no answer. The core throws this and nothing else, so each host needs one place to turn it into what its
 * user sees: a cell's error and its words, a refused tool call, the text beside an input.
 */
export type FailureKind =
  | "missing" // a required input is not there
  | "unknown" // an input, a method or a formula that does not exist
  | "type" // not a number, not a list, not a date …
  | "limit" // outside the limits of the input
  | "condition" // inputs that are each right, but not together
  | "syntax" // a text that is no formula
  | "too_large" // more than the product takes on
  | "division_by_zero"
  | "no_value"; // the question is fair and has no answer: never paid back, no root

export class Failure extends Error {
  override readonly name = "Failure";

  constructor(
    readonly kind: FailureKind,
    message: string,
    /** The input at fault, by its public name. */
    readonly parameter?: string,
    /** Every fault of the call, in the order of the inputs; a lone failure is its own list. */
    faults?: readonly Failure[],
  ) {
    super(message);
    this.faults = faults ?? [this];
  }

  readonly faults: readonly Failure[];

  /** One failure that tells several together, or the only one itself. */
  static all(faults: readonly Failure[]): Failure {
    const [first] = faults;
    if (!first) throw new RangeError("Failure.all needs a fault");
    if (faults.length === 1) return first;
    return new Failure(first.kind, faults.map((fault) => fault.message.replace(/\.$/, "")).join("; "), first.parameter, faults);
  }
}
