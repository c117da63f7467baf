import { dirname, join } from "node:path/posix";
import { describe, expect, test } from "vitest";
import { pageOf, siteNames, siteOf, type WholeSite } from "./sites.js";

/** The internal links of a site that lead nowhere, as `page -> target`. */
function brokenLinks({ files }: WholeSite): string[] {
  const ids = new Map(files.map(({ path, text }) => [path, new Set(attributeValues(text, "id"))]));
  return files.flatMap(({ path, text }) =>
    [...new Set([...attributeValues(text, "href"), ...attributeValues(text, "src")])].flatMap((link) => {
      const [target = "", fragment] = link.split("#");
      const page = target === "" ? path : join(dirname(path), target);
      const isExternal = /^(?:https?|mailto):/.test(link) || page === "site.css" || page === "site.js";
      const found = ids.get(page);
      const leads = found !== undefined && (fragment === undefined || found.has(fragment));
      return isExternal || leads ? [] : [`${path} -> ${link}`];
    }),
  );
}

function attributeValues(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`<[^>]* ${name}="([^"]*)"`, "g"))].map(([, value = ""]) => value);
}

// That of Dropbox is far larger, and has nothing that the others do not have.
describe.each(siteNames.filter((name) => name !== "dropbox"))("the site of %s", (name) => {
  const html = siteOf(name).files.filter(({ path }) => path.endsWith(".html"));

  test("SITE-6: every internal link leads to a page and an id", () => {
    expect(brokenLinks(siteOf(name))).toEqual([]);
  });

  test("SITE-6: the ids of a page are unique", () => {
    const twice = html.filter(({ text }) => {
      const ids = attributeValues(text, "id");
      return new Set(ids).size < ids.length;
    });
    expect(twice.map(({ path }) => path)).toEqual([]);
  });

  test("PROD-51: each page has its Markdown beside it, whose links lead to others", () => {
    const { files } = siteOf(name);
    const paths = new Set(files.map(({ path }) => path));
    const pages = html.filter(({ path }) => path !== "404.html");
    const beside = pages.map(({ path }) => path.replace(/\.html$/, ".md"));
    expect(beside.filter((path) => !paths.has(path))).toEqual([]);
    const isLinked = ({ text }: { readonly text: string }, path = ""): boolean =>
      text.includes(`<link rel="alternate" type="text/markdown" href="${path.split("/").at(-1)}">`);
    expect(pages.filter((page, index) => !isLinked(page, beside[index]))).toEqual([]);
    const broken = files
      .filter(({ path }) => path.endsWith(".md"))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\]\(((?:\.\.\/)*[\w./-]+\.(?:md|html)[^)]*)\)/g)].map(([, link = ""]) =>
          join(dirname(path), link),
        ),
      )
      .filter((target) => !paths.has(target));
    expect(broken).toEqual([]);
  });

  test("SITE-5: paths are unique without case, and every file system can have them", () => {
    const paths = siteOf(name).files.map(({ path }) => path.toLowerCase());
    expect(new Set(paths).size).toBe(paths.length);
    const segments = new Set(paths.flatMap((path) => path.split("/")));
    const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|[<>:"\\|?*]|[. ]$|^$/;
    expect([...segments].filter((segment) => reserved.test(segment))).toEqual([]);
  });

  test("SITE-23: every page has one h1, and no level of headings is left out", () => {
    const wrong = html.filter(({ text }) => {
      const levels = [...text.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
      const isInOrder = levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1);
      return levels.filter((level) => level === 1).length !== 1 || !isInOrder;
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

test("SITE-6: a link to a missing page or id is found", () => {
  const text = '<p id="here"><a href="#here">a</a><a href="#gone">b</a><a href="gone.html">c</a></p>';
  const site = { files: [{ path: "x/index.html", text }], notes: [] };
  expect(brokenLinks(site)).toEqual(["x/index.html -> #gone", "x/index.html -> gone.html"]);
});

test("SITE-2: pages refer to each other relatively", () => {
  expect(pageOf(siteOf("spec"), "files/routes/get_metadata.html")).toContain(
    '<link rel="stylesheet" href="../../site.css">',
  );
});
