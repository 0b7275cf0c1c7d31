/** The licence of what others wrote travels with the bundles that hold it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packages } from "../package-lock.json";

const MCP = "Copyright (c) 2024-2025 Model Context Protocol a Series of LF Projects, LLC.";
const DECIMAL = "Copyright (c) 2025 Michael Mclaughlin";

/** Who holds the rights, as the packages' own licences say; content-type is inside the server's package. */
test.each<[file: string, name: string, holder: string]>([
  ["licences.txt", "decimal.js", DECIMAL],
  ["mcp.licences.txt", "decimal.js", DECIMAL],
  ["mcp.licences.txt", "@modelcontextprotocol/core", MCP],
  ["mcp.licences.txt", "@modelcontextprotocol/server", MCP],
  ["mcp.licences.txt", "@modelcontextprotocol/server", "* content-type\n* Copyright(c) 2015 Douglas Christopher Wilson\n* MIT Licensed"],
  ["mcp.licences.txt", "node-sqlite3-wasm", "Copyright (c) 2022-2024 Tobias Enderle"],
  ["mcp.licences.txt", "zod", "Copyright (c) 2025 Colin McDonnell"],
])("%s has the licence of %s: %s", (file, name, holder) => {
  const parts = readFileSync(join(__dirname, "../dist", file), "utf8").split(/\n-{80}\n\n/);
  const { version, license } = (packages as Record<string, { version?: string; license?: string }>)[`node_modules/${name}`]!;
  const part = parts.find((text) => text.startsWith(`${name} ${version}: ${license}\n\n`));
  expect(part).toContain(holder);
  expect(part).toMatch(/Permission is hereby granted, free of charge/);
});
