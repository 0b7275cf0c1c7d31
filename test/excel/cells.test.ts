import type { Formula, Scope } from "../../src/core/formula";
import { choice, count, date, money, optional, rows, text } from "../../src/core/parameters";
import { cellFunction } from "../../src/excel/cells";
import { installHost, type HostError } from "../host";

// A table of every kind of column, which no single formula has.
const columns = {
  holder: text("Who holds them"),
  shares: count("How many"),
  price: optional(money("What each cost", { above: 0 }), 1),
  fee: optional(money("What came on top"), 0),
  kind: optional(choice("What they are", ["common", "preferred"]), "common"),
  since: optional(date("Since when"), 36_526),
};
let asRead: unknown;
const table = cellFunction({
  id: "holdings",
  inputs: { holdings: rows("One row for each holder", columns) },
  returns: money("Nothing"),
  program: {
    broken: () => [],
    run: (inputs: Scope) => {
      asRead = inputs["holdings"];
      return { value: 0, steps: [], warnings: [], assumptions: [] };
    },
  },
} as unknown as Formula);

installHost();
function read(range: readonly (readonly unknown[])[]): unknown {
  try {
    table(range);
    return asRead;
  } catch (fault) {
    return (fault as HostError).message;
  }
}

const ada = { holder: "Ada", shares: 100, price: 2, fee: 0, kind: "common", since: 36_526 };

describe("a table is read", () => {
  test.each([
    ["in the order of the definition", [["Ada", 100, 2]]],
    ["under its names", [["holder", "shares", "price"], ["Ada", 100, 2]]],
    ["in another order", [["price", "holder", "shares"], [2, "Ada", 100]]],
    ["under names as people write them", [[" Holder", "SHARES", "Price "], ["Ada", 100, 2]]],
    ["from numbers as text", [["Ada", "100", " 2 "]]],
  ])("%s", (_how, range) => {
    expect(read(range)).toEqual([ada]);
  });

  test("row by row", () => {
    expect(read([["Ada", 100, 2], ["Grace", 50, 3]])).toEqual([ada, { ...ada, holder: "Grace", shares: 50, price: 3 }]);
  });

  // What cannot be 0 is left out, so its default stands in; what can be 0 is 0.
  test.each([[0], [null], [""]])("with a blank cell given as %p", (blank) => {
    expect(read([["Ada", 100, blank, blank, blank, blank]])).toEqual([{ ...ada, price: 1 }]);
    expect(read([["Ada", blank, 2]])).toEqual([{ ...ada, shares: 0 }]);
    expect(read([[blank, 100, 2]])).toBe("holdings row 1 lacks holder: Who holds them");
  });
});

test.each([
  ["a column that it does not have", [["holder", "share"], ["Ada", 100]], 'holdings has no column "share"; did you mean shares? Its columns are holder, shares, price, fee, kind, since'],
  ["more columns than it has", [["Ada", 1, 2, 3, "common", 36_526, 7]], "holdings has 7 columns; it takes holder, shares, price, fee, kind, since, in this order or named in its first row"],
  ["a header and no row", [["holder", "shares"]], "holdings is empty; it needs at least one item"],
  ["a column left out that is needed", [["holder"], ["Ada"]], "holdings row 1 lacks shares: How many"],
])("a table with %s is refused", (_what, range, words) => {
  expect(read(range)).toBe(words);
});
