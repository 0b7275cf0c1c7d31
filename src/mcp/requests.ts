/** What a request must carry. The SDK checks it too, but refuses with the JSON of its validator, which tells a caller little. */
import { show } from "../core/parameters";
import { isDeeper } from "./depth";

interface Member {
  readonly required?: true;
  readonly is: (value: unknown) => boolean;
  readonly words: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === "string";

const MEMBERS: Readonly<Record<string, Readonly<Record<string, Member>>>> = {
  "tools/call": {
    name: { required: true, is: isText, words: "the name of a tool as a text; tools/list gives them" },
    arguments: { is: isRecord, words: 'an object of the tool\'s parameters, such as {"rate": 0.1}, or left out' },
  },
  "prompts/get": {
    name: { required: true, is: isText, words: "the name of a prompt as a text; prompts/list gives them" },
    arguments: { is: (value) => isRecord(value) && Object.values(value).every(isText), words: "an object whose values are texts, or left out" },
  },
  "resources/read": { uri: { required: true, is: isText, words: "the address of a resource as a text; resources/list gives them" } },
};

/** What is wrong with the params of a request, in words; undefined where nothing is. */
export function faultOf(method: string, params: unknown): string | undefined {
  const members = Object.hasOwn(MEMBERS, method) ? MEMBERS[method]! : {};
  const given = isRecord(params) ? params : {};
  const faults = Object.entries(members).flatMap(([name, { required, is, words }]) => {
    const value = given[name];
    if (value === undefined) return required ? [`${name} is missing: it must be ${words}`] : [];
    return is(value) ? [] : [`${name} must be ${words}, not ${isDeeper(value) ? "a value of many levels" : show(value)}`];
  });
  return faults.length ? `${method}: ${faults.join("; ")}` : undefined;
}
