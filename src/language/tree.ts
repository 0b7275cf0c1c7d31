/** The one tree that every walker walks. `at` and `length` say where a node stands in the text. */
export type Operator = "or" | "and" | "=" | "<>" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*" | "/" | "%" | "^";

interface Place {
  readonly at: number;
  readonly length: number;
}
export type Tree = Place &
  (
    | { readonly type: "number"; readonly text: string }
    | { readonly type: "text"; readonly text: string }
    | { readonly type: "name"; readonly name: string }
    | { readonly type: "column"; readonly table: string; readonly column: string }
    | { readonly type: "unary"; readonly operator: "-" | "+" | "not"; readonly operand: Tree }
    | { readonly type: "binary"; readonly operator: Operator; readonly left: Tree; readonly right: Tree }
    | { readonly type: "call"; readonly word: string; readonly operands: readonly Tree[] }
  );
