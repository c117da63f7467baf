import type { Namespace } from "../ir/api.js";
import { namespacePath, routePagePath, routeTitle } from "./addresses.js";
import { join, markup, type Content, type Markup } from "./markup.js";
import { Links } from "./links.js";
import type { Site } from "./site.js";

/** A page of a site without what all pages have. */
export interface Page {
  readonly path: string;
  readonly title: string;
  /** One sentence for search engines; empty if there is none. */
  readonly description: string;
  /** The namespace that the page belongs to, whose routes stand in the menu. */
  readonly namespace?: Namespace | undefined;
  /** The words of the page that can be searched, besides names. */
  readonly words?: string;
  readonly content: (links: Links) => Content;
  /** The width of the content: with a column for code, or one column. */
  readonly columns?: "two" | undefined;
}

/** The text of a page. It has no inline script, style or handler (SITE-31). */
export function pageText(page: Page, site: Site): string {
  const links = new Links(site, page.path, page.namespace?.name);
  const { root } = links;
  const { base } = site.options;
  const title = page.title === site.title ? page.title : `${page.title} – ${site.title}`;
  const columns = page.columns === "two" ? "content two" : "content";
  return markup`<!doctype html>
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
  }<link rel="stylesheet" href="${root}site.css">
<script src="${root}site.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top"><a class="brand" href="${root}index.html">${site.title}</a><a class="menu-link" href="#menu">Menu</a></header>
<main id="content" class="${columns}" tabindex="-1">
${page.content(links)}
</main>
${menu(page, links)}
</body>
</html>
`.text;
}

function menu(page: Page, links: Links): Markup {
  const { site } = links;
  const entry = (path: string, text: string): Markup =>
    markup`<li><a href="${links.root}${path}"${page.path === path ? markup` aria-current="page"` : ""}>${wrappable(text, /(?<=\/)/)}</a></li>
`;
  const general = [
    entry("index.html", "Overview"),
    entry("errors.html", "Errors"),
    entry("permissions.html", "Permissions"),
    site.redacted.length === 0 ? "" : entry("privacy.html", "Privacy"),
    site.changes === undefined ? "" : entry("changes.html", "Changes"),
  ];
  const namespaces = site.api.namespaces.map((namespace) =>
    namespace.name === page.namespace?.name
      ? markup`<li><a href="${links.root}${namespacePath(namespace.name)}"${page.path === namespacePath(namespace.name) ? markup` aria-current="page"` : ""}>${namespace.name}</a>${routesOf(namespace, entry)}</li>
`
      : entry(namespacePath(namespace.name), namespace.name),
  );
  return markup`<nav id="menu" class="menu" aria-label="Pages"><a class="close" href="#content">Close</a><ul>
${general}</ul>
<h2>Namespaces</h2>
<ul>
${namespaces}</ul></nav>`;
}

/** The routes of the namespace of the page: deprecated ones are on the page of the namespace only. */
function routesOf({ name, routes }: Namespace, entry: (path: string, text: string) => Markup): Content {
  const shown = routes.filter(({ deprecated }) => deprecated === undefined);
  return shown.length === 0
    ? ""
    : markup`<ul>
${shown.map((route) => entry(routePagePath(name, route), routeTitle(name, route).slice(name.length + 1)))}</ul>`;
}

/** A long name with places where a line can break: after the given characters. */
export function wrappable(name: string, after = /(?<=[/_.])(?=.)/): Content {
  return join(name.split(after), markup`<wbr>`);
}

/** A section with a heading and an id. */
export function section(id: string, title: Content, ...content: readonly Content[]): Markup {
  return markup`<section id="${id}"><h2>${title}<a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h2>
${content}
</section>
`;
}
