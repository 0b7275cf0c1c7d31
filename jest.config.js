module.exports = {
  testEnvironment: "node",
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  // Every core: by default Jest leaves one out, which on two cores is half of them.
  maxWorkers: "100%",
  testTimeout: 120_000,
  transform: { "\\.ts$": "@swc/jest" },
};
