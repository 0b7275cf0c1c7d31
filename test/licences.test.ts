/** The licence of what others wrote travels with the bundles that hold it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dependencies } from "../package.json";

const built = (file: string): string => readFileSync(join(__dirname, "../dist", file), "utf8");

test.each<[string, string[]]>([
  ["mcp.licences.txt", Object.keys(dependencies)],
  ["licences.txt", ["decimal.js"]],
])("%s tells those of %p, and each with its copyright line", (file, packages) => {
  const parts = built(file).split(/\n-{80}\n\n/);
  const names = parts.map((part) => part.slice(0, part.lastIndexOf(" ", part.indexOf(":"))));
  expect(names).toEqual(expect.arrayContaining(packages));
  for (const part of parts) expect(part).toMatch(/^Copyright .*\d{4}/m);
  for (const name of packages) expect(built(file)).toContain(`${name} ${(dependencies as Record<string, string>)[name]}: `);
});
