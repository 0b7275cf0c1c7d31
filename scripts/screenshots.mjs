// Looks at the built pane as a user would see it: docs/pane.png for the README, and with a folder as argument every view in
// light and dark, wide and narrow. Run by hand after npm run build.
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import sirv from "sirv";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = process.argv[2];
const server = createServer(sirv(join(root, "dist"), { dev: true }));
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${server.address().port}/index.html`;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });

async function open({ width, height, colorScheme = "light", hash = "", scale = 1, ...rest }) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, deviceScaleFactor: scale, ...rest });
  const page = await context.newPage();
  await page.goto(url + hash);
  return page;
}
const box = (page, name) => page.getByRole("textbox", { name, exact: true });
const example = (page) => page.getByRole("button", { name: "Try the example" }).click();

mkdirSync(join(root, "docs"), { recursive: true });
const readme = await open({ width: 1280, height: 800, hash: "#annuity", scale: 1 });
await example(readme);
await readme.evaluate(() => scrollTo(0, 0));
await readme.screenshot({ path: join(root, "docs/pane.png") });

/** What to look at: a name, the address, and what is done there. */
const VIEWS = [
  ["list", "", async () => {}],
  ["search", "", (page) => page.fill("#pane-search", "burn return")],
  ["blank", "#cagr", async () => {}],
  ["filled", "#cagr", example],
  ["lists", "#xirr", example],
  ["steps", "#mirr", example],
  ["refused", "#cagr", async (page) => {
    await box(page, "begin value").fill("-5");
    await box(page, "end value").fill("1,500");
    await box(page, "periods").fill("5");
    await box(page, "end value").focus();
  }],
  ["condition", "#perpetuity_value", async (page) => {
    await box(page, "cash flow").fill("30000");
    await box(page, "rate").fill("0.03");
    await box(page, "growth rate").fill("0.08");
  }],
  ["unknown", "#tvppi", async () => {}],
];
if (folder) {
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ["light", "dark"]) {
    for (const [width, height] of [[320, 720], [1280, 800]]) {
      for (const [name, hash, act] of VIEWS) {
        const page = await open({ width, height, colorScheme, hash });
        await act(page);
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
        if (width === 320) await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}-full.png`), fullPage: true });
        await page.context().close();
      }
    }
  }
}
await browser.close();
server.close();
