module.exports = {
  testEnvironment: "node",
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  testTimeout: 120_000,
  transform: { "\\.ts$": "@swc/jest" },
};
