/** The handbook as files: every link leads somewhere, every formula has its page, no page needs a script. */
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { FORMULAS } from "../src/formulas";
import { RANGE_FUNCTIONS } from "../src/formulas/range-functions";
import { pages } from "../src/handbook";
import { metadata } from "../src/excel/metadata";

const PAGES = pages();
const ROOT = join(__dirname, "..");

/** Files that the build puts beside the pages. */
const beside = (path: string): boolean => (path.startsWith("assets/") ? existsSync(join(ROOT, path)) : ["handbook/handbook.css", "math.css"].includes(path) && existsSync(join(ROOT, "src/handbook", posix.basename(path))));

function deadLinks(name: string, html: string): string[] {
  const targets = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => match[1]!);
  return targets.filter((target) => {
    const [path = "", anchor] = target.split("#");
    const file = path === "" ? posix.join("handbook", name) : posix.join("handbook", path);
    const page = file.startsWith("handbook/") ? PAGES[file.slice("handbook/".length)] : undefined;
    return page === undefined ? !beside(file) : anchor !== undefined && !page.includes(`id="${anchor}"`);
  });
}

test("there is a page for every formula, and one that leads to all of them", () => {
  for (const id of FORMULAS.keys()) {
    expect(PAGES[`${id}.html`]).toContain(`VAL.${id.toUpperCase()}`);
    expect(PAGES["index.html"]).toContain(`href="${id}.html"`);
  }
});

test("the pages behind the formulas are led to, from their chapters", () => {
  const [, rounds = "", series = ""] = PAGES["index.html"]!.split(/<h2 id="chapter-1[67]">/);
  for (const { page, id } of Object.values(RANGE_FUNCTIONS)) {
    expect(PAGES[`${page}.html`]).toContain(`VAL.${id}`);
    expect(id === "FORMULA" ? series : rounds).toContain(`href="${page}.html"`);
  }
  for (const page of ["cap_table_columns", "rounds", "exits"]) expect(rounds).toContain(`href="${page}.html"`);
  expect(PAGES["index.html"]).toContain('href="language.html"');
});

test("no link is dead", () => {
  expect(Object.entries(PAGES).flatMap(([name, html]) => deadLinks(name, html).map((target) => `${name}: ${target}`))).toEqual([]);
  expect(deadLinks("index.html", '<a href="nowhere.html"><a href="#nothing"><img src="../assets/none.png">')).toEqual(["nowhere.html", "#nothing", "../assets/none.png"]);
});

test("Excel's help of every function opens a page that exists", () => {
  for (const { id, helpUrl } of JSON.parse(metadata()).functions as { id: string; helpUrl: string }[]) {
    const page = new URL(helpUrl).pathname.replace("/handbook/", "");
    expect([id, PAGES[page] !== undefined]).toEqual([id, true]);
  }
});

test("where a page has no values it says no name twice", () => {
  const items = Object.entries(PAGES).flatMap(([name, html]) => [...html.matchAll(/<li>([\s\S]*?)<\/li>/g)].map((match) => `${name}: ${match[1]!.replace(/<[^>]*>/g, "")}`));
  expect(items.length).toBeGreaterThan(100);
  expect(items.filter((text) => /\b([a-z_]+)(?:,? | of )\1\b/i.test(text))).toEqual([]);
  expect(PAGES["vc_pre_money.html"]).toContain("investment must be below post_money: nothing");
  expect(PAGES["note_balance.html"]).toContain("interest runs over the <code>days</code> of a year, the first");
  expect(PAGES["berkus.html"]).toContain("must be from 0 to max_per_factor<");
});

test("a price of a cap table is asked of a simulation with its inputs alone; other formulas without a tool stand in Excel only", () => {
  for (const id of ["safe_price", "note_balance", "weighted_average_price", "full_ratchet_price"]) expect(PAGES[`${id}.html`]).toMatch(/sent these inputs and no others[\s\S]*simulate_exit \{/);
  expect(PAGES["runway.html"]).toContain("Only in Excel");
});

describe.each(Object.entries(PAGES))("%s", (_, html) => {
  test("is well formed, without scripts, and says all it should", () => {
    expect(XMLValidator.validate(html.replace("<!doctype html>", "").replace(/<(meta|link|img|br)([^>]*)>/g, "<$1$2/>"))).toBe(true);
    expect(html).not.toMatch(/<script|javascript:|\son\w+=|\sstyle="|undefined|\[object|NaN/);
    expect(html).toContain('lang="en"');
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html).toContain('name="viewport"');
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
    // Outside code no braces of a template are left.
    expect(html.replace(/<(code|pre)>[\s\S]*?<\/\1>/g, "").replace(/<math[\s\S]*?<\/math>/g, "")).not.toMatch(/[{}]/);
    expect(new XMLParser().parse(html.replace("<!doctype html>", "").replace(/<(meta|link|img|br)([^>]*)>/g, "<$1$2/>"))).toHaveProperty("html.body.main");
  });
});
