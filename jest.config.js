module.exports = {
  testEnvironment: "node",
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  testTimeout: 30_000,
  transform: { "\\.ts$": "@swc/jest" },
};
