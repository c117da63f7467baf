import type { Doc, DocPart } from "../ir/api.js";
import { routeName } from "../ir/names.js";
import { leadingSentence } from "../ir/plain-text.js";
import { markup, type Content, type Markup } from "./markup.js";
import type { Links } from "./links.js";

/** Returns the paragraphs of documentation, in which references are links (SITE-19). */
export function docParagraphs(doc: Doc | undefined, links: Links): Markup[] {
  const paragraphs: Content[][] = [[]];
  for (const part of doc?.parts ?? []) {
    const pieces = typeof part === "string" ? part.split(/\n+/) : [reference(part, links)];
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) {
        paragraphs.push([]);
      }
      paragraphs.at(-1)?.push(piece);
    }
  }
  return paragraphs
    .filter((paragraph) => paragraph.some((piece) => typeof piece !== "string" || piece.trim() !== ""))
    .map((paragraph) => markup`<p>${paragraph}</p>`);
}

function reference(part: Exclude<DocPart, string>, links: Links): Markup {
  switch (part.kind) {
    case "type":
      return markup`<code>${links.type(part)}</code>`;
    case "field":
      return links.field(part.type, part.field);
    case "route":
      return markup`<code>${links.route(part.namespace, part)}</code>`;
    case "link": {
      const url = safeUrl(part.url, links.site.options.linkBase);
      return url === undefined ? markup`${part.title}` : markup`<a href="${url}">${part.title}</a>`;
    }
    case "val":
      return markup`<code>${part.value}</code>`;
  }
}

/** Returns the URL of a link to the web or to an email address; undefined for other URLs. A URL without a scheme is relative to `base`. */
function safeUrl(url: string, base: string | undefined): string | undefined {
  const hasScheme = /^\s*[a-z][a-z\d+.-]*:/i.test(url);
  if (!hasScheme && base === undefined) {
    return undefined;
  }
  try {
    const { protocol, href } = new URL(url, hasScheme ? undefined : base);
    return ["http:", "https:", "mailto:"].includes(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}

/** Returns documentation as text without markup, on one line. */
export function docText(doc: Doc | undefined): string {
  return (doc?.parts ?? []).map(partText).join("").replace(/\s+/g, " ").trim();
}

function partText(part: DocPart): string {
  if (typeof part === "string") {
    return part;
  }
  switch (part.kind) {
    case "type":
      return part.name;
    case "field":
      return part.field;
    case "route":
      return routeName(part.namespace, part);
    case "link":
      return part.title;
    case "val":
      return part.value;
  }
}

/** Returns the first sentence of documentation as text; empty if there is none. */
export function firstSentence(doc: Doc | undefined): string {
  return leadingSentence(docText(doc));
}

/** Returns the words by which a search finds a page: those in its texts, and the name in the package if that differs in more than spelling. */
export function searchWords(texts: readonly string[], name: string, packageName: string): string {
  const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  return [...texts, ...(letters(name) === letters(packageName) ? [] : [packageName])].join(" ");
}
