/** Inputs of the engine that are no tables, as fields of the pane: one list of names, facts from the engine's own columns. */
import type { Column } from "../../cap-table/table";
import { choice, date, money, multiple, number, optional, type Parameter, type Scalar } from "../../core/parameters";
import { make } from "../dom";
import { field, type Field } from "../field";

/** What a number counts, which only its reader needs to know. */
const UNITS: Readonly<Record<string, (text: string) => Scalar>> = { pre_money: money, investment: money, exit_value: money, debt: money, liquidation_multiple: multiple, cap_multiple: multiple };

/** How a field is named where its name in the engine is no name for people. */
const WORDS: Readonly<Record<string, { readonly label?: string; readonly unit?: string }>> = {
  pre_money: { label: "pre-money" },
  pool_target_pct: { label: "pool target", unit: "%" },
  price_decimals: { unit: "decimals" },
  seniority: { unit: "rank" },
};

function parameterOf(name: string, column: Column): Parameter {
  const scalar: Scalar = column.kind === "choice" ? choice(column.help, column.choices ?? []) : column.kind === "yes_no" ? choice(column.help, ["true", "false"]) : column.kind === "date" ? date(column.help) : (UNITS[name] ?? number)(column.help);
  // An exit may be asked at several values elsewhere; here it is always one.
  if (column.required || name === "exit_value") return scalar;
  return optional(scalar, column.default === undefined ? undefined : typeof column.default === "boolean" ? String(column.default) : (column.default as string | number));
}

export interface Settings {
  readonly fields: Readonly<Record<string, Field>>;
  readonly elements: readonly HTMLElement[];
  /** The texts that were typed, blanks left out. */
  given(): Record<string, string>;
  fill(texts: Readonly<Record<string, string>>): void;
  tell(faults: ReadonlyMap<string, string>): void;
}

export function settings(scope: string, columns: Readonly<Record<string, unknown>>, names: readonly string[], take: (field: Field) => void): Settings {
  const fields = Object.fromEntries(names.map((name) => [name, field(scope, name, parameterOf(name, columns[name] as Column), take, WORDS[name])]));
  return {
    fields,
    elements: names.map((name) => fields[name]!.element),
    given: () => Object.fromEntries(Object.entries(fields).flatMap(([name, of]) => {
      const raw = of.raw();
      return raw === undefined || raw === "" ? [] : [[name, String(raw)]];
    })),
    fill(texts) {
      for (const [name, of] of Object.entries(fields)) of.fill(texts[name]);
    },
    tell(faults) {
      for (const [name, of] of Object.entries(fields)) {
        const words = of.isUnfinished() ? undefined : faults.get(name);
        of.tell(words);
        // What is wrong must be seen, also where it stood folded away.
        const folded = words === undefined ? null : of.element.closest("details");
        if (folded) folded.open = true;
      }
    },
  };
}

/** Settings that most people leave alone, folded away. */
export const disclosure = (title: string, { elements }: Settings): HTMLDetailsElement => make("details", { class: "more" }, make("summary", {}, title), make("div", { class: "fields" }, ...elements));
