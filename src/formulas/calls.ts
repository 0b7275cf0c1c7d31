/** How a formula is called: the tools that carry it, under the names that they give its inputs. */
import type { Formula, Scope } from "../core/formula";
import { written, type Given } from "../core/parameters";

export interface ToolCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Prices without a tool of their own: each tool that simulates answers them, sent one's inputs and no others. */
export const SIMULATED: readonly string[] = ["safe_price", "note_balance", "weighted_average_price", "full_ratchet_price"];

/** What a formula without a tool of its own says of that, to people and to agents. */
export const withoutTool = ({ id, tools }: Formula): string | undefined =>
  tools ? undefined
  : SIMULATED.includes(id) ? "Any of the tools that simulate, sent these inputs and no others, answers it"
  : "Only in Excel: no tool computes it";

/** Each tool's call with these inputs; a tool of a whole family names the method first. */
export function toolCalls(formula: Formula, inputs: Scope): ToolCall[] {
  return Object.entries(formula.tools ?? {}).map(([tool, face]) => {
    const valueOf = (name: string, value: Given): unknown => (face.maps?.includes(name) ? Object.fromEntries((value as readonly number[]).map((item, i) => [`item ${i + 1}`, item])) : written(formula.inputs[name]!, value));
    const given = Object.entries(inputs).flatMap(([name, value]) => (value === undefined ? [] : [[face.names?.[name] ?? name, valueOf(name, value)] as const]));
    return { tool, arguments: Object.fromEntries([...(tool.startsWith("calculate_") ? [] : [["method", formula.id] as const]), ...given]) };
  });
}
