/** Everything the server does once it is called. It is loaded by the first call: what is listed before stands written out in the build. */
import { callFormula, refused, type Arguments, type Reply } from "./call";
import { isDeeper, MOST_LEVELS } from "./depth";
import { callDesk, DESK } from "./find";
import { callJsonTool } from "./json-tool";
import { JSON_TOOLS } from "./json-tools";
import { TOOLS } from "./tools";

/** The answer or refusal of a tool; undefined where there is none of that name. */
export async function callTool(name: string, given: Arguments): Promise<Reply | undefined> {
  const deep = Object.keys(given).filter((argument) => isDeeper(given[argument])).map((argument) => (argument.length > 60 ? `${argument.slice(0, 57)}…` : argument));
  if (deep.length) return refused("too_large", `${name}: ${deep.slice(0, 12).join(", ")} ${deep.length === 1 ? "is" : "are"} nested more than ${MOST_LEVELS} levels deep, and no tool takes that. Send plain values, lists, or lists of rows.`, deep.slice(0, 12));
  const tool = TOOLS.get(name);
  const other = JSON_TOOLS.get(name);
  try {
    if (tool) return callFormula(tool, given);
    if (Object.hasOwn(DESK, name)) return callDesk(name, given);
    if (other) return await callJsonTool(name, other, given);
  } catch {
    // The cause is ours; a caller can do nothing with it, and its text may tell more than it should.
    return refused("internal", `${name} failed on these arguments although it should not. Please report them; another method may do meanwhile.`);
  }
  return undefined;
}

export { PROMPTS, promptText } from "./prompts";
export { readResource, RESOURCE_TEMPLATES, RESOURCES } from "./resources";
