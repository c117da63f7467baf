import type { Browser, JSHandle, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import type { Client, ClientCore } from "../../generated/src/index.js";
import { openSite, type ClientScript, type Handlers, type Site } from "./site.js";

/** What a page works with. */
export type Tools = ClientScript & { readonly client: Client; readonly core: ClientCore };

/** Settings of a client that can be sent to a page. */
export interface PlainSettings {
  readonly hosts?: string;
  readonly avoidPreflight?: boolean;
  readonly retry?: false;
}

export interface Visit {
  /** The site that is called. */
  readonly site: Site;
  /** The origin of the page. */
  readonly origin: string;
  /** Runs functions in the page. */
  readonly tools: JSHandle<Tools>;
  /** The methods and paths of the requests that the site has received. */
  readonly requests: () => string[];
  /** The errors that the page has logged and the rejections it has left unhandled: none may be left after the test. */
  readonly problems: string[];
}

/** Opens a site and a page of its own that calls it, for the rest of a test. */
export async function visitHome(browser: Browser, handlers: Handlers, settings: PlainSettings = {}): Promise<Visit> {
  const site = await siteForTest(handlers, []);
  return visit(browser, site, site.url, settings);
}

/** Opens a site and a page of another origin, which the site trusts or not, for the rest of a test. */
export async function visitFromElsewhere(
  browser: Browser,
  handlers: Handlers,
  settings: PlainSettings = {},
  isTrusted = true,
): Promise<Visit> {
  const elsewhere = await siteForTest({}, []);
  const site = await siteForTest(handlers, isTrusted ? [elsewhere.url] : []);
  return visit(browser, site, elsewhere.url, settings);
}

async function visit(browser: Browser, site: Site, origin: string, settings: PlainSettings): Promise<Visit> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems = problemsOf(page);
  onTestFinished(async () => {
    await context.close();
    expect(problems).toEqual([]);
  });
  await page.goto(origin);
  const json = JSON.stringify({ hosts: site.url, accessToken: "token", ...settings });
  const tools = `import("/client.js").then((api) =>
    ({ ...api, client: api.createClient(${json}), core: api.createCore(${json}) }))`;
  return {
    site,
    origin,
    tools: await page.evaluateHandle<Tools>(tools),
    requests: () => site.received.map(({ method, path }) => `${method} ${path}`),
    problems,
  };
}

/** Collects what goes wrong in a page. Chromium itself logs which requests were refused or broke off: that is left out. */
function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource:")) {
      problems.push(message.text());
    }
  });
  return problems;
}

async function siteForTest(handlers: Handlers, allowedOrigins: readonly string[]): Promise<Site> {
  const site = await openSite(handlers, allowedOrigins);
  onTestFinished(() => site.stop());
  return site;
}
