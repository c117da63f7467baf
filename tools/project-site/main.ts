import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { build } from "esbuild";
import { rootFrom } from "../../src/site/addresses.js";
import { Markup, markup } from "../../src/site/markup.js";
import { contentOf, type Document, linksIn, pageOf, parseDocument } from "./document.js";

/*
 * Builds the site of the project in `tools/project-site/dist`: the README, the documentation, the documentation site of `spec/` and the
 * playground. It fails if a link is broken.
 */

const out = "tools/project-site/dist";

await rm(out, { recursive: true, force: true });
const documents = await readDocuments();
const menu = menuOf(documents);
for (const document of documents) {
  await mkdir(dirname(join(out, document.page)), { recursive: true });
  await writeFile(join(out, document.page), pageText(document, menu));
}
await cp("docs", join(out, "docs"), { recursive: true, filter: (path) => !path.endsWith(".md") });
await cp("templates/site/site.css", join(out, "site.css"));
await cp("tools/project-site/document.css", join(out, "document.css"));
await build({
  entryPoints: { document: "tools/project-site/document-script.ts" },
  outdir: out,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
});
ashlar("docs", "spec", "--out", join(out, "api"));
ashlar("playground", "--out", join(out, "playground"));
const broken = findBrokenLinks(out);
if (broken.length > 0) {
  process.stderr.write(`These links are broken:\n${broken.join("\n")}\n`);
  process.exitCode = 1;
}

async function readDocuments(): Promise<Document[]> {
  const docPaths = (await readdir("docs", { recursive: true })).map((path) => join("docs", path).replaceAll("\\", "/"));
  const paths = ["README.md", "CHANGELOG.md", ...docPaths.filter((path) => path.endsWith(".md")).sort()];
  return Promise.all(paths.map(async (path) => parseDocument(path, await readFile(path, "utf8"))));
}

/** The pages of the menu: the first ones, and those that the list of the documentation has, in its order. */
function menuOf(all: readonly Document[]): Entry[] {
  const list = all.find(({ path }) => path === "docs/README.md");
  const pages = new Map<string, Entry>([
    ["index.html", { title: "Ashlar", page: "index.html" }],
    ["docs/index.html", { title: "All documentation", page: "docs/index.html" }],
  ]);
  for (const { text, target } of list === undefined ? [] : linksIn(list.tree)) {
    const page = targetOf(list?.page ?? "", pageOf(target));
    if (!pages.has(page) && all.some((document) => document.page === page)) {
      pages.set(page, { title: text, page });
    }
  }
  return [...pages.values()];
}

function ashlar(...args: readonly string[]): void {
  execFileSync(process.execPath, ["dist/cli/main.js", ...args], { stdio: ["ignore", "ignore", "inherit"] });
}

/** The links of a folder of pages that lead to no file, or to an id that its page does not have. */
export function findBrokenLinks(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
  const texts = new Map(
    files
      .filter((path) => path.endsWith(".html"))
      .map((path) => [path.replaceAll("\\", "/"), readFileSync(join(folder, path), "utf8")]),
  );
  const all = new Set(files.map((path) => path.replaceAll("\\", "/")));
  const ids = new Map(
    [...texts].map(([path, text]) => [path, new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))]),
  );
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].flatMap(([, link = ""]) => {
      if (/^(?:[a-z]+:|\?)/.test(link)) {
        return [];
      }
      const target = targetOf(path, decodeURI(link));
      const [, anchor] = decodeURI(link).split("#");
      const isThere = all.has(target) && (anchor === undefined || ids.get(target)?.has(anchor) === true);
      return isThere ? [] : [`${path}: ${link}`];
    }),
  );
}

/** An entry of the menu: a page by its path in the site. */
interface Entry {
  readonly title: string;
  readonly page: string;
}

/** The page of a document, in the look of the documentation sites that Ashlar writes. */
function pageText(document: Document, menu: readonly Entry[]): string {
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
function targetOf(page: string, link: string): string {
  const [path = ""] = link.split(/[?#]/);
  return path === "" ? page : posix.normalize(posix.join(posix.dirname(page), path));
}
