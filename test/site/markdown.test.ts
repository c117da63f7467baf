import { expect, test } from "vitest";
import { toMarkdown } from "../../src/site/markdown.js";
import { pageOf, siteOf, siteOfText } from "./sites.js";

test("PROD-51: the page of a route in Markdown has its argument, errors, code and examples", () => {
  const text = pageOf(siteOf("spec"), "files/routes/get_metadata.md");
  expect(text).toMatch(/^# files\/get_metadata\n\nRPC, Auth: user\n/);
  expect(text).toMatch(/\n- `path`: \[.*\(required\)/);
  expect(text).toContain('  - `path/not_found/…` There is nothing at the path. `error.is("path/not_found")`');
  expect(text).toMatch(/\n### curl\n\n```\ncurl --request POST/);
  expect(text).not.toMatch(/<\w|Call this route|Link to this/);
});

test("PROD-51: llms.txt lists the routes, then the types, and llms-full.txt has all pages", () => {
  const { files } = siteOf("spec");
  const text = pageOf({ files, notes: [] }, "llms.txt");
  expect(text).toMatch(/^# spec-api\n\n> .*\n\n## About the API\n/);
  expect(text).toContain("\n- [files/copy](files/routes/copy.md): Copies a file or a folder");
  expect(text.indexOf("\n## Optional\n")).toBeGreaterThan(text.indexOf("\n## team\n"));
  const all = pageOf({ files, notes: [] }, "llms-full.txt");
  expect(all.split("\n---\n").length).toBe(files.filter(({ path }) => path.endsWith(".md")).length);
  expect(all).toContain("](files/types/Metadata.md)");
  expect(all).not.toContain("](../");
  const based = siteOfText("namespace t\nroute r(Void, Void, Void)\n", { base: "https://docs.example.com/api/" });
  expect(pageOf(based, "llms.txt")).toContain("(https://docs.example.com/api/t/routes/r.md)");
});

test("PROD-51: no text of a specification is markup in Markdown", () => {
  const spec = `namespace t

struct S
    "A <script> *is* [no](link) and \`no\` code, some_name _is_ plain, and # is no title."
    a String
        "1 < 2"

route r(S, Void, Void)
`;
  const text = pageOf(siteOfText(spec), "t/types/S.md");
  expect(text).toContain(
    "A \\<script\\> \\*is\\* \\[no\\](link) and \\`no\\` code, some_name \\_is\\_ plain, and # is no title.",
  );
  expect(text).toContain("- `a`: text (required) 1 \\< 2");
});

test("PROD-51: notes after text and links, which have a color of their own on the page, are in parentheses", () => {
  const text = pageOf(siteOf("spec"), "index.md");
  expect(text).toMatch(/\n- `noauth`: no credentials \(\d+ routes?\)\n/);
  const type = pageOf(siteOf("spec"), "files/types/CommitInfo.md");
  expect(type).toContain("- [`files/upload`](../../files/routes/upload.md) (argument)\n");
});

test("PROD-51: code that has backticks is quoted with more of them", () => {
  expect(toMarkdown("<p><code>a`b</code></p><pre><code>```\n&lt;</code></pre>")).toBe(
    "`` a`b ``\n\n````\n```\n<\n````",
  );
});

test("PROD-51: no page in Markdown has two empty lines in a row", () => {
  const pages = siteOf("spec").files.filter(({ path }) => path.endsWith(".md"));
  expect(pages.filter(({ text }) => text.includes("\n\n\n")).map(({ path }) => path)).toEqual([]);
});
