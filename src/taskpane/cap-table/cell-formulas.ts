/** The functions over ranges as they are typed in a cell: cells by their address, typed tables as array constants. */
import type { Column } from "../../cap-table/table";
import { quoted } from "../../language/excel";
import type { Layout } from "./layouts";
import type { Draft } from "./rows-table";

/** Excel takes no longer text inside a formula. */
const MAX_TEXT = 255;

function item(column: Column, text: string | undefined): string {
  if (text === undefined || text.trim() === "") return '""';
  if (column.kind === "number") return String(Number(text)).toUpperCase();
  if (column.kind === "yes_no") return text.toUpperCase();
  return quoted(text.slice(0, MAX_TEXT));
}

/** Names and rows between braces; only the columns that hold anything. */
export function tableConstant({ columns }: Pick<Layout, "columns">, drafts: readonly Draft[]): string {
  const used = Object.keys(columns).filter((column) => drafts.some((draft) => (draft[column] ?? "").trim() !== ""));
  return `{${[used.map(quoted), ...drafts.map((draft) => used.map((column) => item(columns[column]!, draft[column])))].map((row) => row.join(",")).join(";")}}`;
}

/** Two columns, name and value. */
export const settingsConstant = (columns: Readonly<Record<string, Column>>, given: Draft): string =>
  `{${Object.entries(given).map(([name, text]) => `${quoted(name)},${item(columns[name]!, text)}`).join(";")}}`;

/** 10 in percent is 0.1. The point is moved in the text: a division could change the last digit. */
export const fractionOf = (percent: string): string => String(Number(`${Number(percent)}e-2`)).toUpperCase();
export const dateCall = (text: string): string => {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text.trim());
  return parts ? `DATE(${parts.slice(1).map(Number).join(",")})` : quoted(text);
};

/** The call with what is left out at its end left out. */
export function callOf(name: string, ...args: readonly (string | undefined)[]): string {
  const last = args.findLastIndex((argument) => argument !== undefined && argument !== "");
  return `=VAL.${name}(${args.slice(0, last + 1).map((argument) => argument ?? "").join(", ")})`;
}
