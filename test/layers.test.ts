/** Who may import whom: the import lines themselves are the judge. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const ROOT = resolve(__dirname, "../src");

/** Each folder and what it may use of the project; hosts know formulas, formulas know no host, hosts do not know each other. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  numerics: ["core"],
  language: ["core", "numerics"],
  "cap-table": ["core", "numerics", "language"],
  series: ["core", "numerics", "language"],
  formulas: ["core", "numerics", "language", "cap-table", "series"],
  excel: ["core", "numerics", "language", "cap-table", "series", "formulas"],
  mcp: ["core", "numerics", "language", "cap-table", "series", "formulas"],
  handbook: ["core", "numerics", "language", "cap-table", "series", "formulas"],
  taskpane: ["core", "numerics", "language", "cap-table", "series", "formulas"],
};
/** The packages that may reach a user, and where. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "decimal.js": ["numerics", "cap-table"],
  "@modelcontextprotocol/server": ["mcp"],
  "node-sqlite3-wasm": ["mcp"],
  // At build time only: metadata.ts is in no bundle.
  "custom-functions-metadata": ["excel"],
};

const files = (folder: string): string[] => readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? files(join(folder, entry.name)) : entry.name.endsWith(".ts") ? [join(folder, entry.name)] : []));
const layerOf = (file: string): string => relative(ROOT, file).split("/")[0]!;

export function faultsOf(file: string, text: string): string[] {
  const layer = layerOf(file);
  return [...text.matchAll(/(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+"([^"]+)"|import\("([^"]+)"\)|require\("([^"]+)"\)/g)].flatMap((match) => {
    const target = match[1] ?? match[2] ?? match[3] ?? "";
    if (target.startsWith("node:")) return layer === "mcp" ? [] : [`${relative(ROOT, file)} uses ${target}: only the server may use Node`];
    if (!target.startsWith(".")) {
      const name = target.split("/").slice(0, target.startsWith("@") ? 2 : 1).join("/");
      return PACKAGES[name]?.includes(layer) ? [] : [`${relative(ROOT, file)} imports the package ${target}`];
    }
    const other = layerOf(resolve(dirname(file), target));
    return other === layer || MAY_IMPORT[layer]?.includes(other) ? [] : [`${relative(ROOT, file)} imports ${other}`];
  });
}

test("every file stands in a known layer and imports only what lies below it", () => {
  const all = files(ROOT);
  expect(all.length).toBeGreaterThan(10);
  expect(all.filter((file) => !(layerOf(file) in MAY_IMPORT))).toEqual([]);
  expect(all.flatMap((file) => faultsOf(file, readFileSync(file, "utf8")))).toEqual([]);
});

test.each([
  ["core/x.ts", 'import { parse } from "../language/parser";', "core/x.ts imports language"],
  ["formulas/x.ts", 'import { tools } from "../mcp/tools";', "formulas/x.ts imports mcp"],
  ["excel/x.ts", 'import {\n  a,\n} from "../taskpane/a";', "excel/x.ts imports taskpane"],
  ["language/x.ts", 'import fs from "node:fs";', "language/x.ts uses node:fs: only the server may use Node"],
  ["core/x.ts", 'import Decimal from "decimal.js";', "core/x.ts imports the package decimal.js"],
])("a wrong import in %s is told", (file, text, fault) => {
  expect(faultsOf(join(ROOT, file), text)).toEqual([fault]);
});
