/** Every tool that is no formula, by name, in the order in which they are listed. */
import { CAP_TABLE_TOOLS } from "./cap-table-tools";
import type { JsonTool } from "./json-tool";
import { metricStore, type MetricStore } from "./metrics/metrics";
import { callMetricTool, inputSchemaOf, METRIC_TOOLS } from "./metrics/tools";

let opened: MetricStore | undefined;
/** The folder is looked at by the first call that needs it. */
const metrics = (): MetricStore => (opened ??= metricStore(process.env["VAL_METRICS"]));

const seriesTools = Object.entries(METRIC_TOOLS).map(([name, tool]): [string, JsonTool] => [
  name,
  { title: tool.title, description: tool.description, inputSchema: inputSchemaOf(tool), answer: tool.answer, run: (given) => callMetricTool(name, given, { store: metrics() }) },
]);

export const JSON_TOOLS: ReadonlyMap<string, JsonTool> = new Map([...Object.entries(CAP_TABLE_TOOLS), ...seriesTools]);
