// Draws assets/icon-*.png from assets/icon.svg. The PNGs are committed, because a build must not need a browser.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const assets = new URL("../assets/", import.meta.url);
const svg = readFileSync(new URL("icon.svg", assets), "utf8");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const size of [16, 32, 64, 80, 128]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: ${size}px }</style>${svg}`);
  await page.screenshot({ path: fileURLToPath(new URL(`icon-${size}.png`, assets)), omitBackground: true });
}
await browser.close();
