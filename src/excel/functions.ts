/** Associates every formula with its Excel function. Loads in any JavaScript runtime: it touches neither Office nor a page. */
import { FORMULAS } from "../formulas";
import { cellFunction } from "./cells";

// A plain browser that shows the pane has no host for cells.
if (typeof CustomFunctions !== "undefined") {
  for (const formula of FORMULAS.values()) CustomFunctions.associate(formula.id.toUpperCase(), cellFunction(formula));
}
