import { compile } from "../../src/compiler/compile.js";
import type { Api } from "../../src/ir/api.js";
import { buildSite, type BuiltSite, type SiteRequest } from "../../src/site/build.js";
import { expect } from "vitest";
import { corpora, corpusFolder } from "../corpus.js";
import { specFiles } from "../spec-files.js";

/** The specifications whose sites are tested: those of the corpora, and `spec/`. */
export const siteNames: readonly string[] = ["spec", ...corpora];

const apis = new Map<string, Api>();
const sites = new Map<string, BuiltSite>();

/** The compiled API of a corpus or of `spec/`. */
export function siteApi(name: string): Api {
  const api = apis.get(name) ?? compile(specFiles(name === "spec" ? "spec" : corpusFolder(name))).api;
  if (api === undefined) {
    throw new Error(`${name} does not compile.`);
  }
  apis.set(name, api);
  return api;
}

/** The options with which the package of a corpus is generated for the tests. */
export function siteOptions(name: string): SiteRequest {
  const preset = name === "dropbox" ? "dropbox" : "service";
  return { name: `${name}-api`, version: "1.0.0", binding: { preset } };
}

/** The site of a corpus or of `spec/`, which is built once. */
export function siteOf(name: string): BuiltSite {
  const site = sites.get(name) ?? buildSite(siteApi(name), siteOptions(name));
  sites.set(name, site);
  return site;
}

/** The text of a page. */
export function pageOf({ files }: BuiltSite, path: string): string {
  const page = files.find((file) => file.path === path);
  if (page === undefined) {
    throw new Error(`The site has no page ${path}.`);
  }
  return page.text;
}

/** The site of a specification in one file, or of an API. */
export function siteOfText(spec: string | Api, options: Partial<SiteRequest> = {}): BuiltSite {
  return buildSite(typeof spec === "string" ? apiOfText(spec) : spec, { ...siteOptions("a"), ...options });
}

function apiOfText(text: string): Api {
  const { api, diagnostics } = compile([{ path: "a.stone", text }]);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  if (api === undefined) {
    throw new Error("The specification does not compile.");
  }
  return api;
}
