import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { findBrokenLinks } from "../../tools/project-site/main.js";
import { contentOf, parseDocument } from "../../tools/project-site/document.js";

test("links of documents lead to pages, headings have the ids that GitHub gives them, and code has colors", () => {
  const text =
    "# Title\n\n## A `b`, c & d\n\n[x](language/README.md#the-rule), [y](https://a.example/b.md)\n\n```ts\nconst a = 1;\n```\n";
  const document = parseDocument("docs/page.md", text);
  expect([document.page, document.title]).toEqual(["docs/page.html", "Title"]);
  expect(contentOf(document)).toBe(
    `<h1 id="title">Title</h1>
<h2 id="a-b-c--d">A <code>b</code>, c &#x26; d</h2>
<p><a href="language/index.html#the-rule">x</a>, <a href="https://a.example/b.md">y</a></p>
<pre tabindex="0"><code><i class="k">const</i> a = <i class="n">1</i>;</code></pre>`,
  );
});

test("links that lead nowhere are found", () => {
  const folder = join(inject("temporary"), "project-site");
  mkdirSync(join(folder, "docs"), { recursive: true });
  writeFileSync(
    join(folder, "index.html"),
    '<a href="docs/a.html#here"></a><a href="docs/b.html"></a><a href="#no"></a>',
  );
  writeFileSync(
    join(folder, "docs/a.html"),
    '<p id="here"></p><a href="../index.html"></a><a href="https://a.example"></a>',
  );
  expect(findBrokenLinks(folder)).toEqual(["index.html: docs/b.html", "index.html: #no"]);
});
