import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import type { Api } from "../../src/ir/api.js";
import type { SourceFile } from "../../src/text/source.js";
import { describeWithDropbox } from "../support/describe-with-dropbox.js";
import { specFiles } from "../support/spec-files.js";
import { pageOf, siteApi, siteOf, siteOfText, siteOptions, wholeSite } from "./sites.js";

test("OUT-1: the site is a function of the IR alone, which it does not change", () => {
  const copy = structuredClone(siteApi("transit"));
  expect(wholeSite(copy, siteOptions("transit"))).toEqual(siteOf("transit"));
  expect(copy).toEqual(siteApi("transit"));
});

test("OUT-3: the site is the same for any order of files", () => {
  // The files of a namespace keep their order, in which they document it (NS-6).
  const groups = new Map<string, SourceFile[]>();
  for (const file of specFiles("spec")) {
    const namespace = /^namespace \w+/m.exec(file.text)?.[0] ?? "";
    groups.set(namespace, [...(groups.get(namespace) ?? []), file]);
  }
  const files = [...groups.values()].reverse().flat();
  const { api = siteApi("transit") } = compile(files);
  expect(wholeSite(api, siteOptions("spec")).files).toEqual(siteOf("spec").files);
});

test("OUT-4: a reference to a type that is filtered out is text, and search does not have it", () => {
  const api = siteApi("spec");
  const only: Api = { ...api, namespaces: api.namespaces.filter(({ name }) => name !== "team") };
  const { files } = wholeSite(only, siteOptions("spec"));
  expect(files.filter(({ path }) => path.startsWith("team/"))).toEqual([]);
  expect(pageOf({ files, notes: [] }, "search/names.js")).not.toContain('"team/');
});

const hidden = `namespace demo

annotation Internal = Omitted("internal")
struct S
    "Shown."
    name String
        "Everybody sees this."
    secret String
        @Internal
        "Only some see this."
    example default
        name = "n"
        secret = "hush"
route r(S, Void, Void)
    "Takes :type:\`S\`."
`;

test("OUT-5: hidden fields are nowhere on a site, except for their caller", () => {
  const everywhere = (callers: readonly string[]): string =>
    siteOfText(hidden, { callers })
      .files.map(({ text }) => text)
      .join("");
  expect(everywhere([])).not.toMatch(/secret|hush|Only some/);
  expect(everywhere(["internal"])).toMatch(/secret[^]*Only some[^]*hush/);
});

test("SITE-4, SITE-5: a path on the site is the name; names that Windows reserves get an underscore", () => {
  const { files } = siteOfText(`namespace aux
struct Con
    a String
struct lpt1_
    a String
route nul/com1(Con, lpt1_, Void)
route get:2(Con, Void, Void)
route get(Con, Void, Void)
`);
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "aux_/index.html",
      "aux_/types/Con_.html",
      "aux_/types/lpt1__.html",
      "aux_/routes/nul_/com1_.html",
      "aux_/routes/get.html",
      "aux_/routes/get.v2.html",
    ]),
  );
});

test("SITE-11: nested types open in place, down to two levels; recursive ones are links", () => {
  const text = `namespace demo
struct A
    b B
struct B
    c C
struct C
    d D
struct D
    a A?
route r(A, Void, Void)
`;
  const page = pageOf(siteOfText(text), "demo/routes/r.html");
  expect([...page.matchAll(/<summary>([^<]*)/g)].map(([, title]) => title)).toEqual(["Fields of B", "Fields of C"]);
  expect(page).toContain('id="argument.b.c.d"');
});

test("SITE-13: limits of types are shown in words", () => {
  const text = `namespace demo
struct A
    text String(min_length=1, max_length=255, pattern="[a-z]+")
    count UInt32(max_value=1000)
    one String(min_length=1)
    list List(String, max_items=1000)
    map Map(String, Int64)
    when Timestamp("%Y-%m-%d")
`;
  const page = pageOf(siteOfText(text), "demo/types/A.html").replace(/<[^>]*>/g, "");
  for (const words of [
    "text, 1 to 255 characters, matching [a-z]+",
    "unsigned 32-bit integer, at most 1,000",
    "text, at least 1 character",
    "list of at most 1,000 text",
    "map from text to 64-bit integer",
    "time, such as 2015-05-12 (%Y-%m-%d)",
  ]) {
    expect(page).toContain(words);
  }
});

test("SITE-14, SITE-15: a route page has its errors as paths and as whole bodies", () => {
  const page = pageOf(siteOf("spec"), "files/routes/get_metadata.html");
  expect(page).toContain('id="error/path/not_found"');
  expect(page.replace(/<[^>]*>/g, "")).toContain("error.is(&quot;path/not_found&quot;)");
  expect(page.replace(/<[^>]*>/g, "")).toMatch(/"error_summary": "path\/\w+\/\.\."/);
});

test("SITE-19: links to the web stay, others are resolved or text", () => {
  const text = `namespace demo
struct A
    "See :link:\`one https://example.com/x\`, :link:\`two /plans\`, :link:\`three javascript:alert\` and :val:\`null\`."
    a String
`;
  const page = pageOf(siteOfText(text), "demo/types/A.html");
  expect(page).toContain('<a href="https://example.com/x">one</a>, two, three and <code>null</code>');
  const resolved = pageOf(siteOfText(text, { linkBase: "https://example.com/docs/" }), "demo/types/A.html");
  expect(resolved).toContain('<a href="https://example.com/plans">two</a>, three');
});

test("SITE-2: the URL of the site adds canonical links and a map, and nothing else", () => {
  const { files } = siteOfText(hidden, { base: "https://example.com/docs/" });
  expect(pageOf({ files, notes: [] }, "demo/types/S.html")).toContain(
    '<link rel="canonical" href="https://example.com/docs/demo/types/S.html">',
  );
  expect(pageOf({ files, notes: [] }, "sitemap.xml")).toContain(
    "<loc>https://example.com/docs/demo/routes/r.html</loc>",
  );
  const without = siteOfText(hidden).files;
  expect(files.map(({ path }) => path).filter((path) => path !== "sitemap.xml")).toEqual(
    without.map(({ path }) => path),
  );
});

test("SITE-20: what the configuration renames is also found by its new name", () => {
  const spec =
    "namespace demo\nstruct S\n    a String\nroute copy/to:2 (S, Void, Void)\nroute get_it (S, Void, Void)\n";
  const names = { routes: { "demo/copy/to:2": "moveInto" }, types: { "demo.S": "Entry" } };
  const words = (options: object): string =>
    siteOfText(spec, options)
      .files.filter(({ path }) => /^search\/(?!names)/.test(path))
      .map(({ text }) => text)
      .join("");
  expect(words({ names })).toMatch(/"entry":[^]*"moveinto":/);
  expect(words({})).not.toMatch(/entry|moveinto|getit|copyto/);
});

const errands = `namespace errands

struct Arg
    id String
    urgent Boolean = false
    example default
        id = "e"
        urgent = false
route archive(Arg, Void, Void)
route create(Arg, Void, Void)
route create_many(Arg, Void, Void)
route delete(Arg, Void, Void) deprecated
route list(Arg, Void, Void)
route zap(Arg, Void, Void)
`;

test("GUIDE-2: routes are in the order of the groups, the first call before the others of its group", () => {
  const docs = {
    firstCall: "errands/create_many",
    groups: [
      { title: "Look around", routes: ["errands/list"] },
      { title: "Change", routes: ["errands/zap", "errands/create*", "errands/list"] },
    ],
  };
  const site = siteOfText(errands, { docs, twin: true });
  const order = (path: string, pattern: RegExp): string[] =>
    [...pageOf(site, path).matchAll(pattern)].map(([, name = ""]) => name);
  const ordered = ["list", "create_many", "zap", "create", "archive"];
  expect(order("errands/index.html", /<li><code><a href="[^"]*">errands\/(\w+)</g)).toEqual([...ordered, "delete"]);
  expect(order("errands/index.html", /<h3>([^<]*)/g)).toEqual(["Look around", "Change", "Other routes"]);
  expect(order("errands/types/Arg.html", /<li><a href="..\/..\/errands\/routes\/(\w+)/g)).toEqual(ordered);
  expect(order("llms.txt", /errands\/routes\/(\w+)/g)).toEqual(ordered);
  expect(order("index.html", /<dt>([^<]*)/g)).toEqual(["Look around", "Change"]);
  expect(pageOf(site, "index.html")).toMatch(/id="first-call"[^]*client\.errands\.createMany/);
});

test("GUIDE-2: sites say how to install the package if it is published, and how to build it otherwise", () => {
  const start = (install?: string | false): string => pageOf(siteOfText(errands, { docs: { install } }), "index.md");
  expect(start("npm install errands-api")).toContain("Install the client\n\n```\nnpm install errands-api\n```");
  expect(start()).toContain("Build the client");
  expect(start()).toContain("npx ashlar generate --out client");
  expect(start(false)).not.toMatch(/npm install|Build the client/);
});

test("GUIDE-1: pages show what a person would write, and the whole example one click away", () => {
  const page = pageOf(siteOfText(errands), "errands/routes/create.html").replace(/<\/?i[^>]*>/g, "");
  expect(page).toContain("--data-raw '{&quot;id&quot;: &quot;e&quot;}'".replaceAll("&quot;", '"'));
  const [short, full] = page.split(/<details class="full-form">/);
  expect(short).not.toContain("urgent&quot;: false");
  expect(full).toMatch(/^<summary>In full<\/summary><pre[^>]*><code>\{\n {2}"id": "e",\n {2}"urgent": false\n\}/);
  expect(pageOf(siteOfText(errands), "errands/routes/create.md")).not.toContain('"urgent": false');
});

test("SITE-32: a change of one doc text changes only what shows it", () => {
  const change = (text: string): string => text.replace("Everybody sees this.", "Everybody reads this.");
  const before = siteOfText(hidden).files;
  const after = siteOfText(change(hidden)).files;
  const texts = new Map(before.map(({ path, text }) => [path, text]));
  const changed = after.filter(({ path, text }) => texts.get(path) !== text).map(({ path }) => path);
  const pages = ["demo/routes/r.html", "demo/routes/r.md", "demo/types/S.html", "demo/types/S.md"];
  expect(changed.sort()).toEqual([...pages, "llms-full.txt", "search/re.js"]);
});

describeWithDropbox("the site of Dropbox", () => {
  test("SITE-33: pages of the site of Dropbox are small", () => {
    const pages = siteOf("dropbox").files.filter(({ path }) => path.endsWith(".html"));
    const ordered = pages.sort((a, b) => a.text.length - b.text.length);
    // Compressing takes long: pages around the middle and the largest ones say enough.
    const largest = (share: number): number => {
      const at = Math.floor(ordered.length * share);
      return Math.max(...ordered.slice(at, at + 30).map(({ text }) => gzipSync(text).length));
    };
    expect(largest(0.5)).toBeLessThan(4096);
    expect(largest(0.98)).toBeLessThan(20 * 1024);
    expect(largest(1 - 30 / ordered.length)).toBeLessThan(60 * 1024);
  });

  test("SITE-21: the index of names of a large site is small, and words come in small pieces", () => {
    const { files } = siteOf("dropbox");
    const sizes = files.filter(({ path }) => path.startsWith("search/")).map(({ text }) => gzipSync(text).length);
    expect(gzipSync(pageOf(siteOf("dropbox"), "search/names.js")).length).toBeLessThan(64 * 1024);
    expect(sizes.sort((a, b) => b - a)[1]).toBeLessThan(5.5 * 1024);
  });
});
