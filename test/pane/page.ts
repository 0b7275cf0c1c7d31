/** One page of the pane for a test, and everything about it that must not happen. */
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import sirv from "sirv";
import { FORMULAS } from "../../src/formulas";
import { launch } from "../browser";

export const formulas = [...FORMULAS.values()];

export const DIST = join(__dirname, "..", "..", "dist");

interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** The built files as they are, on a free port of this machine only. */
async function serveDist(): Promise<Served> {
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

/** Starts the browser and the server once for all tests of a file. */
export function stage(): { open(path?: string, options?: BrowserContextOptions, prepare?: (page: Page) => Promise<unknown>): Promise<Page>; readonly url: string; closePages(): Promise<void> } {
  let browser: Browser | undefined;
  let served: Served;
  const faults: string[] = [];
  beforeAll(async () => {
    served = await serveDist();
    const started = await launch();
    if (typeof started === "string") throw new Error(started);
    browser = started;
  });
  afterAll(async () => {
    await browser?.close();
    await served.close();
  });
  const closePages = async (): Promise<void> => {
    for (const context of browser!.contexts()) await context.close();
  };
  afterEach(async () => {
    await closePages();
    const told = faults.splice(0);
    expect(told).toEqual([]);
  });
  return {
    get url() { return served.url; },
    closePages,
    async open(path = "index.html", options = {}, prepare = async () => undefined) {
      const context = await browser!.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      const page = await context.newPage();
      // The browser tells a breach of the policy as an error on the console, so both are held here.
      page.on("console", (message) => void (["error", "warning"].includes(message.type()) && faults.push(`console: ${message.text()}`)));
      page.on("pageerror", (error) => void faults.push(`page: ${error.message}`));
      page.on("request", (request) => {
        const { origin } = new URL(request.url());
        if (`${origin}/` !== served.url && !request.url().startsWith("data:") && !request.url().includes("/office.js")) faults.push(`request: ${request.url()}`);
      });
      await prepare(page);
      await page.goto(served.url + path, { waitUntil: "commit" });
      await page.locator("#pane-list a").first().waitFor({ state: "attached" });
      return page;
    },
  };
}

export const box = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
export const answerOf = (page: Page): Promise<string | null> => page.locator(".exact-value").textContent();
