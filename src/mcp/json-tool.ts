/** A tool that is no formula: JSON in, JSON out. What a model reads of it and what it does stand together. */
import { Failure } from "../core/failure";
import { answered, refused, sent, type Arguments, type Reply } from "./call";

export type Json = Readonly<Record<string, unknown>>;

export interface JsonTool {
  readonly title: string;
  /** For a model: what, when, when not and what then, units, behaviour and refusals, example. */
  readonly description: string;
  readonly inputSchema: { readonly type: "object"; readonly properties: Readonly<Record<string, object>>; readonly required: readonly string[]; readonly additionalProperties: false };
  /** The members of an answer, as JSON Schema. */
  readonly answer: Readonly<Record<string, object>>;
  /** Whether a call may write to the store; what is written is only ever added. */
  readonly writes?: boolean;
  /** Throws Failure. */
  readonly run: (given: Arguments) => Promise<Json> | Json;
}

/** Answers a call; what the tool refuses is told with what was sent. */
export async function callJsonTool(name: string, tool: JsonTool, given: Arguments): Promise<Reply> {
  try {
    return answered(await tool.run(given));
  } catch (fault) {
    if (!(fault instanceof Failure)) throw fault;
    const { required, properties } = tool.inputSchema;
    const optional = Object.keys(properties).filter((property) => !required.includes(property));
    const takes = `It takes ${[required.join(", "), optional.length ? `optional: ${optional.join(", ")}` : ""].filter(Boolean).join("; ") || "nothing"}.`;
    const parameters = [...new Set(fault.faults.flatMap(({ parameter }) => (parameter === undefined ? [] : [parameter])))];
    return refused(fault.kind, `${name}: ${fault.message.replace(/\.$/, "")}.\n${takes} ${sent(given)}`, parameters);
  }
}
