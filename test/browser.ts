/** Headless Chromium and the built files on a loopback port, for the tests that need a page. */
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import sirv from "sirv";

export const DIST = join(__dirname, "..", "dist");

const path = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
/** Why no browser can be had here; undefined where one can. */
export const noBrowser = existsSync(path) ? undefined : `there is no Chromium at ${path}: install it or set CHROMIUM_PATH`;

/** Headless, and silent: a browser that asks its maker for updates would show up among the requests of a page. */
const QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** A browser, or null with the reason. */
export async function launch(): Promise<{ readonly browser: Browser; readonly reason?: never } | { readonly browser: null; readonly reason: string }> {
  if (noBrowser) return { browser: null, reason: noBrowser };
  return { browser: await chromium.launch({ executablePath: path, headless: true, args: QUIET }) };
}

/** `describe` for what needs a browser: skipped where there is none, with the reason in the title. */
export const describeInBrowser = (title: string, tests: () => void): void => {
  if (noBrowser) describe.skip(`${title} (skipped: ${noBrowser})`, tests);
  else describe(title, tests);
};

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** The built files as they are, on a free port of this machine only. */
export async function serveDist(): Promise<Served> {
  if (!existsSync(join(DIST, "index.html"))) throw new Error("dist is not built: npm run build, or npm test, which builds first");
  const server = createServer(sirv(DIST, { dev: true }));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    }),
  };
}
