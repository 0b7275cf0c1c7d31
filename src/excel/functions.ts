/** Associates every function with its implementation. Loads in any JavaScript runtime: it touches neither Office nor a page. */
import { CELL_FUNCTIONS } from "./cell-functions";

// A plain browser that shows the pane has no host for cells.
if (typeof CustomFunctions !== "undefined") {
  for (const { id, run } of CELL_FUNCTIONS) CustomFunctions.associate(id, run);
}
