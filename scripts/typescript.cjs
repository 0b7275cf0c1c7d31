// Lets the build itself run the sources (metadata, handbook) without a second compiler or a compiled copy.
const { transformFileSync } = require("@swc/core");

require.extensions[".ts"] = (module, file) =>
  module._compile(transformFileSync(file, { module: { type: "commonjs" }, sourceMaps: "inline" }).code, file);
