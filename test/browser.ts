/** Chromium for the tests that need a browser, or the reason why there is none. */
import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

const args = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Starts the browser; a text says why it cannot be started here. */
export const launch = async (): Promise<Browser | string> => noBrowser ?? chromium.launch({ executablePath, args });

/** Known before the tests are collected, so that a skipped suite can carry the reason in its name. */
export const noBrowser: string | undefined = existsSync(executablePath) ? undefined : `no Chromium at ${executablePath}: install it or set CHROMIUM_PATH`;

/** A suite that needs the browser. Without one it is skipped, and its name says why. */
export const describeInBrowser = (name: string, suite: () => void): void =>
  noBrowser === undefined ? describe(name, suite) : describe.skip(`${name} (skipped: ${noBrowser})`, suite);
