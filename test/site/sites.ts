import { readFileSync } from "node:fs";
import { compile } from "../../src/compiler/compile.js";
import type { Api } from "../../src/ir/api.js";
import { parseGuide } from "../../src/site/guides/parse-guide.js";
import { buildSite, type SiteFile, type SiteRequest } from "../../src/site/build.js";
import type { Note } from "../../src/exports/notes/catalogue.js";
import { expect } from "vitest";
import { corpora, corpusFolder } from "../support/corpus.js";
import { specFiles } from "../support/spec-files.js";

/** The specifications whose sites are tested: those of the corpora, and `spec/`. */
export const siteNames: readonly string[] = ["spec", ...corpora];

/** A site with all its files. */
export interface WholeSite {
  readonly files: readonly SiteFile[];
  readonly notes: readonly Note[];
}

/** The site of an API, with all its files. */
export function wholeSite(api: Api, request: SiteRequest): WholeSite {
  const { files, notes } = buildSite(api, request);
  return { files: [...files], notes };
}

const apis = new Map<string, Api>();
const sites = new Map<string, WholeSite>();

/** The compiled API of a corpus or of `spec/`. */
export function siteApi(name: string): Api {
  const api = apis.get(name) ?? compile(specFiles(name === "spec" ? "spec" : corpusFolder(name))).api;
  if (api === undefined) {
    throw new Error(`${name} does not compile.`);
  }
  apis.set(name, api);
  return api;
}

/** The options with which the package of a corpus is generated for the tests; the site of `spec/` has its guides. */
export function siteOptions(name: string): SiteRequest {
  const preset = name === "dropbox" ? "dropbox" : "service";
  const options = { name: `${name}-api`, version: "1.0.0", binding: { preset } } as const;
  return name === "spec" ? { ...options, ...specGuides() } : options;
}

/** The guides of `spec/`, as if each of their programs printed a line. */
function specGuides(): Pick<SiteRequest, "guides" | "outputs"> {
  const guides = ["files", "team"].map((name) => {
    const path = `spec/guides/${name}.md`;
    return parseGuide(path, readFileSync(path, "utf8")).guide;
  });
  return { guides, outputs: new Map(guides.flatMap(({ fences }) => fences.map((fence) => [fence, "a line"]))) };
}

/** The site of a corpus or of `spec/`, which is built once. */
export function siteOf(name: string): WholeSite {
  const site = sites.get(name) ?? wholeSite(siteApi(name), siteOptions(name));
  sites.set(name, site);
  return site;
}

/** The text of a page. */
export function pageOf({ files }: WholeSite, path: string): string {
  const page = files.find((file) => file.path === path);
  if (page === undefined) {
    throw new Error(`The site has no page ${path}.`);
  }
  return page.text;
}

/** The site of a specification in one file, or of an API. */
export function siteOfText(spec: string | Api, options: Partial<SiteRequest> = {}): WholeSite {
  return wholeSite(typeof spec === "string" ? apiOfText(spec) : spec, { ...siteOptions("a"), ...options });
}

function apiOfText(text: string): Api {
  const { api, diagnostics } = compile([{ path: "a.stone", text }]);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  if (api === undefined) {
    throw new Error("The specification does not compile.");
  }
  return api;
}
