import type { Report } from "../diff/report.js";
import type { Api } from "../ir/api.js";
import type { Note } from "../exports/notes/catalogue.js";
import { callerView } from "../values/caller-view.js";
import { Changes } from "./changes.js";
import type { GuideProblem } from "./guides/guide.js";
import { guidePage, GuideText } from "./guides/guide-page.js";
import { llmsIndex, partOfAll } from "./llms.js";
import { explorerScripts } from "./explorer.js";
import { markdownPath, pageTexts, type Page } from "./page.js";
import { changesPage } from "./pages/changes-page.js";
import { errorsPage } from "./pages/errors-page.js";
import { namespacePage } from "./pages/namespace-page.js";
import { notFoundPage } from "./pages/not-found-page.js";
import { permissionsPage } from "./pages/permissions-page.js";
import { privacyPage } from "./pages/privacy-page.js";
import { routePage } from "./pages/route-page.js";
import { startPage } from "./pages/start-page.js";
import { typePage } from "./pages/type-page.js";
import { searchFiles } from "./search-index.js";
import { Site, type SiteOptions } from "./site.js";
import { markup } from "./markup.js";
import { guidePath } from "./addresses.js";
import { Links } from "./links.js";

export interface SiteRequest extends SiteOptions {
  /** The changes since a baseline, which are shown on a separate page. */
  readonly since?: Report | undefined;
}

/** A file of a site. Its path is relative to the folder of the site and separated by `/`. */
export interface SiteFile {
  readonly path: string;
  readonly text: string;
}

export interface BuiltSite {
  /**
   * The files, each created on demand, so that not all pages have to be in memory. The style sheet and the script,
   * which are the same for all sites, are not included.
   */
  readonly files: Iterable<SiteFile>;
  /** Notes about omitted examples. */
  readonly notes: readonly Note[];
  /** The invalid references and links in guides. */
  readonly problems: readonly GuideProblem[];
}

/** Builds the documentation site of an API. */
export function buildSite(whole: Api, { since, ...options }: SiteRequest): BuiltSite {
  const { api, notes } = callerView(whole, options.callers ?? [], options.int64 === "bigint");
  const site = new Site(api, whole, options, since && new Changes(since));
  return { files: siteFiles(site), notes, problems: findGuideProblems(site) };
}

/** Builds a single page of the site by its path; undefined if there is none. */
export function buildPage(whole: Api, { since, ...options }: SiteRequest, path: string): string | undefined {
  const { api } = callerView(whole, options.callers ?? [], options.int64 === "bigint");
  const site = new Site(api, whole, options, since && new Changes(since));
  const page = sitePages(site).find((one) => one.path === path);
  return page && pageTexts(page, site).html;
}

function* siteFiles(site: Site): Generator<SiteFile> {
  const pages = sitePages(site);
  let all = "";
  for (const page of pages) {
    const { html, markdown } = pageTexts(page, site);
    yield { path: page.path, text: html };
    if (page !== notFoundPage) {
      yield { path: markdownPath(page), text: markdown };
      all += `${all === "" ? "" : "\n---\n\n"}${partOfAll(page, markdown)}`;
    }
  }
  yield { path: "llms.txt", text: llmsIndex(site, pages) };
  yield { path: "llms-full.txt", text: all };
  yield* searchFiles(site, pages);
  yield* explorerScripts(site);
  const { base, logo } = site.options;
  yield* sitemap(pages, base);
  if (logo !== undefined) {
    yield { path: "logo.svg", text: logo };
  }
}

function sitePages(site: Site): Page[] {
  return [
    startPage(site),
    ...site.guides.map(guidePage),
    ...site.api.namespaces.flatMap((namespace) => [
      namespacePage(namespace, site),
      ...namespace.routes.map((route) => routePage(route, namespace, site)),
      ...[...namespace.types, ...namespace.aliases].map((type) => typePage(type, namespace, site)),
    ]),
    errorsPage(site),
    ...(site.hasPermissions ? [permissionsPage(site)] : []),
    ...(site.redacted.length === 0 ? [] : [privacyPage(site)]),
    ...(site.changes === undefined ? [] : [changesPage(site.changes)]),
    notFoundPage,
  ];
}

/** Returns the sitemap for search engines; empty if the URL of the site is unknown. */
function sitemap(pages: readonly Page[], base: string | undefined): { path: string; text: string }[] {
  if (base === undefined) {
    return [];
  }
  const urls = pages
    .filter(({ path }) => path !== "404.html")
    .map(
      ({ path }) => markup`<url><loc>${new URL(path, base).href}</loc></url>
`,
    );
  const text = markup`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}</urlset>
`.text;
  return [{ path: "sitemap.xml", text }];
}

/**
 * Returns the problems of a site's guides: invalid references and links, unsupported Markdown, and pages with the same name.
 */
function findGuideProblems(site: Site): GuideProblem[] {
  const problems: GuideProblem[] = [];
  const pages = new Map<string, string>();
  for (const guide of site.guides) {
    const { path } = guide;
    const page = guidePath(guide.name);
    const other = pages.get(page.toLowerCase());
    if (other !== undefined) {
      problems.push({
        path,
        line: 1,
        message: `Its page has the address of that of ${other}. Rename one of the files.`,
      });
    }
    pages.set(page.toLowerCase(), path);
    new GuideText(guide, new Links(site, page), (line, message) => {
      // The opening and the closing tag of an HTML element are both reported.
      if (!problems.some((problem) => problem.path === path && problem.line === line && problem.message === message)) {
        problems.push({ path, line, message });
      }
    }).content();
  }
  return problems;
}
