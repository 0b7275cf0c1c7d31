const { defineConfig, globalIgnores } = require("eslint/config");
const typescript = require("typescript-eslint");

module.exports = defineConfig([
  globalIgnores(["dist", "coverage"]),
  {
    extends: [typescript.configs.strict],
    rules: {
      eqeqeq: "error",
      // The content-security-policy of the pane forbids all three; the linter says so before the browser does.
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      // As the compiler has it: a name that begins with _ says that it is left out on purpose.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // noUncheckedIndexedAccess makes "!" the honest way to say "the loop bound proves it".
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
  { files: ["**/*.js", "**/*.cjs"], rules: { "@typescript-eslint/no-require-imports": "off" } },
]);
