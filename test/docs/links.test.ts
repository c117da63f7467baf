import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pages, type Page } from "./pages.js";

/** The links of a page to other places of the repository: the path from its root, and the anchor if there is one. */
function linksOf({ path, text }: Page): { readonly target: string; readonly anchor: string | undefined }[] {
  const links = [...text.matchAll(/(?<!`)\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links
    .filter((link) => !/^https?:/.test(link))
    .map((link) => {
      const [file = "", anchor] = link.split("#");
      return { target: file === "" ? path : join(path, "..", file).replaceAll("\\", "/"), anchor };
    });
}

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(path: string): string[] {
  return [...readFileSync(path, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test.each(pages())("the links of $path lead somewhere", (page) => {
  for (const { target, anchor } of linksOf(page)) {
    expect(existsSync(target), target).toBe(true);
    if (anchor !== undefined) {
      expect(anchorsOf(target), target).toContain(anchor);
    }
  }
});

/** Pages for contributors, with the folders that the paths in their code spans may be relative to. */
const contributorPages: Readonly<Record<string, readonly string[]>> = {
  "ARCHITECTURE.md": ["", "src"],
  "CONTRIBUTING.md": [""],
  "src/README.md": ["", "src"],
  "templates/README.md": ["", "templates/runtime"],
};

test.each(Object.entries(contributorPages))("the files that %s names exist", (page, folders) => {
  const spans = readFileSync(page, "utf8").matchAll(/`([\w-]+\/[\w./-]+\.(?:ts|md|json))`/g);
  const names = [...spans].map(([, name = ""]) => name);
  expect(names).not.toEqual([]);
  const isThere = (name: string): boolean => folders.some((folder) => existsSync(join(folder, name)));
  expect(names.filter((name) => !isThere(name))).toEqual([]);
});

test.each(pages())("all rows of a table of $path have as many cells as its first", ({ text }) => {
  const columns = (row: string): number => row.split(/(?<!\\)\|/).length;
  const lines = text.split("\n");
  const ragged = lines.filter((line, index) => {
    const previous = lines[index - 1] ?? "";
    return line.startsWith("|") && previous.startsWith("|") && columns(line) !== columns(previous);
  });
  expect(ragged).toEqual([]);
});

test("documents in the tarball link to nothing that is not in it", () => {
  const { files } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly files: readonly string[] };
  expect(files).toContain("docs");
  const outside = pages()
    .filter(({ path }) => path.startsWith("docs/"))
    .flatMap((page) => linksOf(page).map(({ target }) => `${page.path}: ${target}`))
    .filter((link) => !/: (?:docs\/|README\.md$)/.test(link));
  expect(outside).toEqual([]);
});

/** The text of a test file, and of the folder with its parts if there is one; undefined if there is no such file. */
function testsIn(path: string): string | undefined {
  const file = ["", ".product", ".databases", ".world"].map((tier) => `${path}${tier}.test.ts`).find(existsSync);
  if (file === undefined) {
    return undefined;
  }
  const parts = existsSync(path) ? readdirSync(path).map((part) => join(path, part)) : [];
  return [file, ...parts].map((each) => readFileSync(each, "utf8")).join("\n");
}

test("the security review of the service cites tests that exist", () => {
  const page = readFileSync("service/docs/asvs.md", "utf8");
  const missing: string[] = [];
  for (const row of page.split("\n")) {
    let tests = "";
    for (const [, file, name] of row.matchAll(/`([^`]+)`|"([^"]+)"/g)) {
      tests = file === undefined ? tests : (testsIn(`service/test/${file}`) ?? tests);
      const start = name?.replaceAll(/^… |[;,:]? …$/g, "");
      if (start !== undefined && tests !== "" && !tests.includes(start)) {
        missing.push(start);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(page.match(/"[^"]+"/g)?.length).toBeGreaterThan(50);
});
