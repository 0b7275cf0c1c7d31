// A loader that runs a module while the product is built and leaves its values, as JSON, in its place: what is the same in
// every run is not worked out in any, and what only that work needed is not loaded.
require("./typescript.cjs");

module.exports = function () {
  const values = Object.entries(require(this.resourcePath)).filter(([name]) => name !== "__esModule");
  return values.map(([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`).join("\n");
};
