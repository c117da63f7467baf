import type { Element, ElementContent } from "hast";
import { toHtml } from "hast-util-to-html";
import type { Code, Heading, Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { toHast, type Raw } from "mdast-util-to-hast";
import { gfmTable } from "micromark-extension-gfm-table";
import { codeBlock, languages } from "../../src/site/code/highlight.js";
import { plainText } from "../../src/site/guides/guide.js";

/** A document of the repository, and its page. */
export interface Document {
  /** In the repository: `docs/linting.md`. */
  readonly path: string;
  /** In the site: `docs/linting.html`. */
  readonly page: string;
  readonly title: string;
  readonly tree: Root;
}

export function parseDocument(path: string, text: string): Document {
  const tree = fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  const heading = tree.children.find((node): node is Heading => node.type === "heading");
  return { path, page: pageOf(path), title: heading === undefined ? path : plainText(heading), tree };
}

/** The page of a document: those called README are the pages of their folders. */
export function pageOf(path: string): string {
  return path.replace(/README\.md$/, "index.html").replace(/\.md$/, ".html");
}

/** The links of a document, as they are written. */
export function linksIn(node: Nodes): readonly { readonly text: string; readonly target: string }[] {
  const ownLinks = node.type === "link" ? [{ text: plainText(node), target: node.url }] : [];
  return [...ownLinks, ...("children" in node ? node.children.flatMap(linksIn) : [])];
}

/** The content of a page: links lead to pages, headings have the ids that GitHub gives them, and code has colors. */
export function contentOf({ tree }: Document): string {
  const code = (_: unknown, { value, lang }: Code): Raw => ({
    type: "raw",
    value: codeBlock(value, languages[lang ?? ""]).text,
  });
  const content = toHast(tree, { handlers: { code } });
  const ids = new Set<string>();
  visit(content.type === "root" ? content.children : [], (element) => {
    const { tagName, properties } = element;
    if (/^h[1-6]$/.test(tagName)) {
      properties.id = uniqueId(textOf(element), ids);
    } else if (tagName === "a" && typeof properties.href === "string" && !/^[a-z]+:/.test(properties.href)) {
      const [target = "", anchor] = properties.href.split("#");
      properties.href = pageOf(target) + (anchor === undefined ? "" : `#${anchor}`);
    }
  });
  return toHtml(content, { allowDangerousHtml: true });
}

function visit(nodes: readonly { readonly type: string }[], see: (element: Element) => void): void {
  for (const node of nodes) {
    if (isElement(node)) {
      see(node);
      visit(node.children, see);
    }
  }
}

function isElement(node: { readonly type: string }): node is Element {
  return node.type === "element";
}

function textOf(node: ElementContent): string {
  return "value" in node ? node.value : node.children.map(textOf).join("");
}

function uniqueId(heading: string, taken: Set<string>): string {
  const id = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
  let unique = id;
  for (let count = 1; taken.has(unique); count++) {
    unique = `${id}-${count}`;
  }
  taken.add(unique);
  return unique;
}
