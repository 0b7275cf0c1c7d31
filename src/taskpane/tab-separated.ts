/** Rows as a sheet takes them when pasted. */
export type Rows = readonly (readonly (string | number | boolean)[])[];

/** A text that a sheet would take for a formula goes in behind an apostrophe. */
const cell = (value: string | number | boolean): string => (typeof value === "string" ? value.replace(/[\t\r\n]+/g, " ").replace(/^(?=[=+@-])/, "'") : typeof value === "boolean" ? String(value).toUpperCase() : String(value));

export const tabSeparated = (rows: Rows): string => rows.map((row) => row.map(cell).join("\t")).join("\n");
