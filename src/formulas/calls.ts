/** How a formula is called: the tools that carry it, under the names that they give its inputs. */
import type { Formula, Scope } from "../core/formula";
import { written } from "../core/parameters";

export interface ToolCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Each tool's call with these inputs; a tool of a whole family names the method first. */
export function toolCalls(formula: Formula, inputs: Scope): ToolCall[] {
  return Object.entries(formula.tools ?? {}).map(([tool, face]) => {
    const given = Object.entries(inputs).filter(([, value]) => value !== undefined).map(([name, value]) => [face.names?.[name] ?? name, written(formula.inputs[name]!, value)] as const);
    return { tool, arguments: Object.fromEntries([...(tool.startsWith("calculate_") ? [] : [["method", formula.id] as const]), ...given]) };
  });
}
