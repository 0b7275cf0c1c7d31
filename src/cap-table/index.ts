/** What the rest of the house uses of the cap-table engine. */
export { type ExitAnswer, type ExitArguments, type ExitRequest, breakpointsTable, exitTable, readExit, simulateExit } from "./exit";
export { type InterestTerms, dayCounts, dayFromText, dayToText, growthFactor, noteBalance, yearFraction } from "./interest";
export { standardNormalCdf } from "./normal";
export { type NormalCdf, type OpmAllocation, type OpmArguments, type OpmRequest, opmAllocation, opmBacksolve, opmTable, readOpm } from "./opm";
export { type Rational, exact, toNumber } from "./rational";
export { type Contradiction, contradiction, solveRound } from "./round";
export {
  type FundingRoundAnswer,
  type RoundArguments,
  type RoundRequest,
  type SimulatedRoundAnswer,
  type SimulatedRoundArguments,
  fundingRound,
  fundingRoundTable,
  readRound,
  roundPrice,
  simulateRound,
} from "./round-answer";
export * from "./rows";
export { type Column, type Reading, type Table, readGrid, readRecords, readSettings, readTable } from "./table";
