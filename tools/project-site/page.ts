import { posix } from "node:path";
import { rootFrom } from "../../src/site/addresses.js";
import { Markup, markup } from "../../src/site/markup.js";
import { contentOf, type Document } from "./document.js";

/** An entry of the menu: a page by its path in the site. */
export interface Entry {
  readonly title: string;
  readonly page: string;
}

/** The page of a document, in the look of the documentation sites that Ashlar writes. */
export function pageText(document: Document, menu: readonly Entry[]): string {
  const root = rootFrom(document.page);
  const title = document.page === "index.html" ? "Ashlar" : `${document.title} – Ashlar`;
  const entry = ({ title: text, page }: Entry): Markup =>
    page === document.page
      ? markup`<li><a href="${root}${page}" aria-current="page">${text}</a></li>
`
      : markup`<li><a href="${root}${page}">${text}</a></li>
`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}site.css">
<link rel="stylesheet" href="${root}document.css">
<script src="${root}document.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top"><a class="brand" href="${root}index.html">Ashlar</a><nav class="places" aria-label="Places"><a href="${root}docs/index.html">Docs</a><a href="${root}playground/index.html">Playground</a><a href="${root}api/index.html">API</a></nav><a class="menu-link" href="#menu">Menu</a></header>
<main id="content" class="content document" tabindex="-1">
${new Markup(contentOf(document))}
</main>
<nav id="menu" class="menu" aria-label="Pages"><a class="close" href="#content">Close</a><ul>
${menu.map(entry)}</ul></nav>
</body>
</html>
`.text;
}

/** The page to which a link of a document leads, without its anchor. */
export function targetOf(page: string, link: string): string {
  const [path = ""] = link.split(/[?#]/);
  return path === "" ? page : posix.normalize(posix.join(posix.dirname(page), path));
}
