/** Another process on the same file: `node worker.cjs <file> <name> <how many>` records transfers one by one and prints each that was answered. */
require("../../scripts/typescript.cjs");
const { writeSync } = require("node:fs");
const { openSqlite } = require("../../src/mcp/store/sqlite.ts");
const { createStore } = require("../../src/mcp/store/store.ts");

const [file, name, count, patience = "20000"] = process.argv.slice(2);
const store = createStore(openSqlite(file, { patience: Number(patience) }));

(async () => {
  writeSync(1, "ready\n");
  for (let turn = 1; turn <= Number(count); turn++) {
    await store.record({ id: `${name}-${turn}`, type: "issue", date: "2024-01-01", holder: name, security: "Common", shares: 1 });
    writeSync(1, `${name}-${turn}\n`);
  }
})().catch((fault) => {
  writeSync(2, `${fault.name}: ${fault.message}\n`);
  process.exitCode = 1;
});
