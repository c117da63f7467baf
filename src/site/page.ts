import { routesByGroup } from "../generator/facts/route-order.js";
import type { Namespace } from "../ir/api.js";
import { routeName } from "../ir/names.js";
import { guidePath, namespacePath, routePagePath } from "./addresses.js";
import { join, markup, Markup, type Content } from "./markup.js";
import { Links } from "./links.js";
import { toMarkdown } from "./markdown.js";
import type { Site } from "./site.js";
import type { PackageFields } from "../generator/facts/package-options.js";

/** A page of a site, without the parts that all pages share. */
export interface Page {
  readonly path: string;
  readonly title: string;
  /** One sentence for search engines; empty if there is none. */
  readonly description: string;
  /** The namespace of the page, whose routes are in the menu. */
  readonly namespace?: Namespace | undefined;
  /** The searchable words of the page, in addition to names. */
  readonly words?: string;
  readonly content: (links: Links) => Content;
  /** "two" if the page has a column for code; one column by default. */
  readonly columns?: "two" | undefined;
}

/** A page as HTML, and its content as Markdown. */
export interface PageTexts {
  /** The HTML, which contains no inline script, style or handler (SITE-31). */
  readonly html: string;
  readonly markdown: string;
}

/** Returns the path of a page's Markdown. */
export function markdownPath({ path }: Pick<Page, "path">): string {
  return path.replace(/\.html$/, ".md");
}

export function pageTexts(page: Page, site: Site): PageTexts {
  const links = new Links(site, page.path, page.namespace?.name);
  const content = markup`${page.content(links)}`.text;
  return { html: pageText(page, links, content), markdown: `${toMarkdown(content)}\n` };
}

function pageText(page: Page, links: Links, content: string): string {
  const { root, site } = links;
  const { base } = site.options;
  const title = page.title === site.title ? page.title : `${page.title} – ${site.title}`;
  const columns = page.columns === "two" ? "content two" : "content";
  const head = markup`<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${
  page.description === ""
    ? ""
    : markup`<meta name="description" content="${page.description}">
`
}${
    base === undefined || page.path === "404.html"
      ? ""
      : markup`<link rel="canonical" href="${new URL(page.path, base).href}">
`
  }${
    page.path === "404.html"
      ? ""
      : markup`<link rel="alternate" type="text/markdown" href="${markdownPath(page).split("/").at(-1)}">
`
  }<link rel="stylesheet" href="${root}site.css">
<script src="${root}site.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top"><a class="brand" href="${root}index.html">${logo(links)}${site.title}</a><a class="menu-link" href="#menu">Menu</a></header>
<main id="content" class="${columns}" tabindex="-1">
`;
  // Joined into a flat string, because otherwise thousands of parts of a page would stay in memory.
  return [head.text, content, "\n</main>\n", menu(page, links).text, "\n</body>\n</html>\n"].join("");
}

function logo({ root, site }: Links): Content {
  return site.options.logo === undefined ? "" : markup`<img src="${root}logo.svg" alt=""> `;
}

/** Returns the menu of a page. Within a folder of a namespace, menus differ only in the current entry, so they are cached. */
function menu(page: Page, links: Links): Markup {
  const key = `${links.root} ${page.namespace?.name ?? ""}`;
  const siteMenus = menus.get(links.site) ?? new Map<string, string>();
  menus.set(links.site, siteMenus);
  const text = siteMenus.get(key) ?? menuText(page.namespace?.name, links);
  siteMenus.set(key, text);
  const current = `<a href="${links.root}${page.path}"`;
  return new Markup(text.replace(current, () => `${current} aria-current="page"`));
}

const menus = new WeakMap<Site, Map<string, string>>();

function menuText(current: string | undefined, { root, site }: Links): string {
  const entry = (path: string, text: string, inside: Content = ""): Markup =>
    markup`<li><a href="${root}${path}">${wrappable(text, /(?<=\/)/)}</a>${inside}</li>
`;
  const general = [
    entry("index.html", "Overview"),
    entry("errors.html", "Errors"),
    site.hasPermissions ? entry("permissions.html", "Permissions") : "",
    site.redacted.length === 0 ? "" : entry("privacy.html", "Privacy"),
    site.changes === undefined ? "" : entry("changes.html", "Changes"),
  ];
  const namespaces = site.api.namespaces.map((namespace) =>
    entry(
      namespacePath(namespace.name),
      namespace.name,
      namespace.name === current ? routesOf(namespace, site, entry) : "",
    ),
  );
  const guides = site.guides.map(({ name, title }) => entry(guidePath(name), title));
  return markup`<nav id="menu" class="menu" aria-label="Pages"><a class="close" href="#content">Close</a><ul>
${general}</ul>${
    guides.length === 0
      ? ""
      : markup`
<h2>Guides</h2>
<ul>
${guides}</ul>`
  }
<h2>Namespaces</h2>
<ul>
${namespaces}</ul>${elsewhere(root, site)}</nav>`.text;
}

/** Returns links to other versions of the site, and to the source. */
function elsewhere(root: string, site: Site): Content {
  const { docs = {}, fields } = site.options;
  const { versions = [], repository = repositoryUrl(fields?.repository) } = docs;
  const link = (url: string, text: string): Markup => markup`<li><a href="${url}">${text}</a></li>
`;
  const isUrl = (url: string): boolean => /^https?:/.test(url);
  return [
    versions.length === 0
      ? ""
      : markup`
<h2>Versions</h2>
<ul>
${versions.map(({ title, url }) => link(isUrl(url) ? url : root + url, title))}</ul>`,
    repository === undefined
      ? ""
      : markup`
<h2>Source</h2>
<ul>
${link(repository, "Repository")}</ul>`,
  ];
}

/** Returns the entries for the routes of the page's namespace. Deprecated routes are listed only on the page of the namespace. */
function routesOf({ name, routes }: Namespace, site: Site, entry: (path: string, text: string) => Markup): Content {
  const shown = routesByGroup({ name, routes }, site.context).flatMap((group) => group.routes);
  return shown.length === 0
    ? ""
    : markup`<ul>
${shown.map((route) => entry(routePagePath(name, route), routeName(name, route).slice(name.length + 1)))}</ul>`;
}

/** Returns a long name with possible line breaks after some characters. */
export function wrappable(name: string, after = /(?<=[/_.])(?=.)/): Content {
  return join(name.split(after), markup`<wbr>`);
}

/** Returns a section with a heading and an id. */
export function section(id: string, title: Content, ...content: readonly Content[]): Markup {
  return markup`<section id="${id}"><h2>${title}<a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h2>
${content}
</section>
`;
}

/** Returns the web page of a package's `repository`, which npm also accepts in short forms; undefined if there is none. */
function repositoryUrl(repository: PackageFields["repository"]): string | undefined {
  const text = typeof repository === "object" ? repository.url : repository;
  const [, host = "github", path] = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(text ?? "") ?? [];
  if (path !== undefined) {
    return `https://${host}.${host === "bitbucket" ? "org" : "com"}/${path}`;
  }
  const [, url] = /^(?:git\+)?(https?:\/\/.+?)(?:\.git)?$/.exec(text ?? "") ?? [];
  return url;
}
