import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { expect, inject, onTestFinished } from "vitest";
import { diff } from "../../src/diff/diff.js";
import { readSiteAssets } from "../../src/cli/docs/run.js";
import { siteApi, siteOptions, wholeSite, type WholeSite } from "./sites.js";

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** Writes the site of an API to a temporary folder; returns its URL, `file://` as a reader opens it. */
export async function writeSite(name: string, { files }: WholeSite): Promise<string> {
  // A worker of the tests writes its own.
  const folder = join(inject("temporary"), `site-${name}-${process.pid}`);
  for (const { path, text } of [...(await readSiteAssets()), ...files]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    // As strict as a host may be (SITE-31); what `file://` does not allow fails as well.
    const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'self' file:; connect-src *; object-src 'none'; base-uri 'none'">`;
    writeFileSync(join(folder, path), text.replace("<head>", `<head>${policy}`));
  }
  return pathToFileURL(folder).href;
}

let written: Promise<string> | undefined;

/** The URL of the site of `spec/`, with a page of changes, which is written once. */
export function siteUrl(): Promise<string> {
  written ??= writeSpec();
  return written;
}

function writeSpec(): Promise<string> {
  const api = siteApi("spec");
  const since = diff({ ...api, namespaces: api.namespaces.filter(({ name }) => name !== "team") }, api);
  return writeSite("spec", wholeSite(api, { ...siteOptions("spec"), since, explorer: "live" }));
}

/** A page of the site, or of another one by its whole address, which logs no error. */
export async function visit(
  browser: Browser,
  path: string,
  options: Parameters<Browser["newPage"]>[0] = {},
): Promise<Page> {
  const page = await browser.newPage({ bypassCSP: false, ...options });
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    // A shard of words that no page has is not there; answers with errors are logged by Chromium itself.
    if (message.type() === "error" && !/^Failed to load resource|blocked by CORS policy/.test(message.text())) {
      problems.push(message.text());
    }
  });
  onTestFinished(async () => {
    await page.close();
    expect(problems).toEqual([]);
  });
  await page.goto(path.includes(":") ? path : `${await siteUrl()}/${path}`);
  return page;
}

/** What axe finds, with the first elements that have it. It must not load the style sheet itself, which `file://` forbids. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(options: { preload: false }): Promise<AxeResults> } };
    const { violations } = await axe.run({ preload: false });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ html }) => html)
          .slice(0, 3)
          .join(" ")}`,
    );
  });
}

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}
