import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { format } from "prettier";
import { expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import type { BindingOptions } from "../../../src/generator/facts/binding-options.js";
import { emitModules } from "../../../src/generator/emit/package/package.js";
import { createContext } from "../../../src/generator/facts/context.js";
import { table, markdown } from "../../../src/generator/emit/readme/markdown.js";
import type { SourceFile } from "../../../src/text/source.js";
import { corpora, corpusFiles } from "../../support/corpus.js";
import { anySpec } from "../print/any-spec.js";
import { specFiles } from "../../support/spec-files.js";

/** Expects that prettier has nothing to change in the files that are no modules: nothing formats them. */
async function expectFormatted(specs: readonly SourceFile[], binding: BindingOptions = {}): Promise<void> {
  const { api, diagnostics } = compile(specs);
  if (api === undefined) {
    throw new Error(`The specification does not compile: ${JSON.stringify(diagnostics[0])}`);
  }
  const description = "A *bold* description,\nof `code`, snake_case and https://example.com/?a=b.";
  const files = emitModules(createContext(api, { name: "@example/some-api", version: "1.0.0", description, binding }));
  for (const file of files.filter(({ kind }) => kind === "text")) {
    const text = file.kind === "text" ? file.text : "";
    expect(text).toBe(await format(text, { printWidth: 120, filepath: file.path }));
  }
}

test("README and package.json of spec/ are what prettier makes of them", async () => {
  await expectFormatted(specFiles("spec"));
});

test.for(corpora)("README and package.json of %s are what prettier makes of them", async (name) => {
  await expectFormatted(corpusFiles(name), name === "dropbox" ? { preset: "dropbox" } : {});
});

test("README names every error of a call", async () => {
  const { api } = compile(specFiles("spec"));
  const binding = { preset: "dropbox" } as const;
  const files =
    api === undefined ? [] : emitModules(createContext(api, { name: "some-api", version: "1.0.0", binding }));
  const readme = files.find(({ path }) => path === "README.md");
  const source = await readFile("templates/runtime/client/errors.ts", "utf8");
  const [, members = ""] = /type CallError =([^;]+);/.exec(source) ?? [];
  const names = [...members.matchAll(/\w+/g)].map(([name]) => name.replace("ArgumentError", "EncodeError"));
  expect(names.length).toBeGreaterThan(10);
  const text = readme?.kind === "text" ? readme.text : "";
  expect(names.filter((name) => !text.includes(`| \`${name}\` `))).toEqual([]);
});

test("README and package.json of any specification are what prettier makes of them", async () => {
  await fc.assert(
    fc.asyncProperty(fc.gen(), (generate) => expectFormatted(anySpec(generate, 20))),
    { numRuns: 8, endOnFailure: true },
  );
});

test("GUIDE-1: a call without required fields has no argument", () => {
  const spec = `namespace tasks

struct ListArg
    limit UInt32 = 100

    example default
        limit = 100

route list (ListArg, Void, Void)
`;
  const { api } = compile([{ path: "tasks.stone", text: spec }]);
  const files =
    api === undefined ? [] : emitModules(createContext(api, { name: "tasks-api", version: "1.0.0", binding: {} }));
  const readme = files.find(({ path }) => path === "README.md");
  expect(readme?.kind === "text" && readme.text).toContain("await client.tasks.list();");
});

test("an example of an argument leaves out what has its default, at any depth", () => {
  const spec = `namespace files

struct Commit
    path String
    mute Boolean = false

    example default
        path = "/a"
        mute = false

struct Arg
    commit Commit
    size UInt64 = 1

    example default
        commit = default
        size = 1

route save(Arg, Void, Void)
`;
  const { api } = compile([{ path: "files.stone", text: spec }]);
  if (api === undefined) {
    throw new Error("The specification does not compile");
  }
  const files = emitModules(createContext(api, { name: "example", version: "1.0.0", binding: {} }));
  const readme = files.find(({ path }) => path === "README.md");
  expect(readme?.kind === "text" && readme.text).toContain('save({ commit: { path: "/a" } })');
});

const signs = fc.constantFrom(
  ..."a_b _x y_ __z__ * ** *b* - + # 1. 2) > = == --- ` `` `c d` `x|y` | \\ \\* [t](http://e.com/a_b) [x] ![i]".split(
    " ",
  ),
  ..."<b> <!-- & &amp; ~ ~~s~~ $ $$ $x$ {{ }} {% %} http://e.com/a_b?c=d*e https://x.y/z. (http://a.b/c)".split(" "),
  ..."mail@x.org 日本語 日本_x 👍 é_ ( ) \" ' : ; , . ! ? _( )_ a_ .5 ^ [^1] www.x.com don't \\_ -- text".split(" "),
);
const line = fc.array(fc.tuple(signs, fc.constantFrom(" ", " ", "")), { minLength: 1, maxLength: 8 }).map((words) =>
  words
    .map((word) => word.join(""))
    .join("")
    .trim(),
);

test("any line becomes Markdown that prettier leaves as it is, in paragraphs and in tables", async () => {
  await fc.assert(
    fc.asyncProperty(line, async (text) => {
      const prose = markdown(text);
      const page = `# Page\n\n${prose}\n\n${table(
        ["one", "two"],
        [
          [prose, "x"],
          ["y", prose],
        ],
      )}\n`;
      expect(await format(page, { printWidth: 120, parser: "markdown" })).toBe(page);
    }),
    { numRuns: 200 },
  );
});

test("a README shows calls even if no argument has an example, and prefers a route that has one", () => {
  const spec = (example: string): string => `namespace tasks

struct AddArg
    title String(min_length=3)
    is_done Boolean = false
${example}
struct GetArg
    id String

route get (GetArg, Void, Void)

route add_task (AddArg, Void, Void)
`;
  const readme = (text: string): string => {
    const { api } = compile([{ path: "tasks.stone", text }]);
    const files =
      api === undefined ? [] : emitModules(createContext(api, { name: "tasks-api", version: "1.0.0", binding: {} }));
    const file = files.find(({ path }) => path === "README.md");
    return file?.kind === "text" ? file.text : "";
  };
  expect(readme(spec(""))).toContain('client.tasks.get({ id: "a" })');
  expect(readme(spec('\n    example default\n        title = "Paint"\n'))).toContain(
    'client.tasks.addTask({ title: "Paint" })',
  );
});

test.each<[BindingOptions, attributes: string, described: readonly string[]]>([
  [{}, "", []],
  [{ preset: "dropbox" }, "", ["avoidPreflight"]],
  [{ preflightFreeType: "text/plain; charset=hack" }, "", ["avoidPreflight"]],
  [{}, '    attrs\n        auth = "user, team"\n', ["asMember"]],
])(
  "the README describes requests without preflight and team tokens only where the API has them: %j %j",
  (binding, attributes, described) => {
    const { api } = compile([
      { path: "stone_cfg.stone", text: "namespace stone_cfg\nstruct Route\n    auth String?\n" },
      { path: "files.stone", text: `namespace files\nroute list(Void, Void, Void)\n${attributes}` },
    ]);
    const files =
      api && emitModules(createContext(api, { name: "some-api", version: "1.0.0", description: "", binding }));
    const readme = files?.find(({ path }) => path === "README.md");
    const text = readme?.kind === "text" ? readme.text : "";
    expect(["avoidPreflight", "asMember", "Select-"].filter((name) => text.includes(name))).toEqual(
      described.includes("asMember") ? [...described, "Select-"] : described,
    );
  },
);

test("a README first calls no route that only continues what another one began", () => {
  const spec = `namespace notes

struct ListArg
    folder String

    example default
        folder = "inbox"

struct CursorArg
    cursor String

    example default
        cursor = "c"

struct Page
    notes List(String)
    cursor String
    has_more Boolean

union Failed
    gone

route list_all (ListArg, Page, Failed)

route list_all/more (CursorArg, Page, Failed)
`;
  const { api } = compile([{ path: "notes.stone", text: spec }]);
  const files =
    api === undefined ? [] : emitModules(createContext(api, { name: "notes", version: "1.0.0", binding: {} }));
  const readme = files.find(({ path }) => path === "README.md");
  const text = readme?.kind === "text" ? readme.text : "";
  expect(text).toContain('client.notes.listAll({ folder: "inbox" })');
  expect(text).not.toContain("client.notes.listAllMore({");
  expect(text).not.toContain("`.waitFor()` polls");
});

test("PROD-51: SKILL.md tells agents how to call an API of any size on at most 400 lines", () => {
  const skill = (specs: readonly SourceFile[]): string => {
    const { api } = compile(specs);
    const files = api && emitModules(createContext(api, { name: "@example/Some.API", version: "1.0.0", binding: {} }));
    const file = files?.find(({ path }) => path === "SKILL.md");
    return file?.kind === "text" ? file.text : "";
  };
  const text = skill(specFiles("spec"));
  expect(text).toMatch(/^---\nname: example-some-api\ndescription: "Calls @example\/Some\.API /);
  expect(text).toMatch(/isRouteError[^]*\.items|for await[^]*waitFor[^]*\.changes\(/);
  expect(text).toContain("- `client.auth`: `tokenFromOauth1` `tokenRevoke`");
  const many = Array.from({ length: 300 }, (_, index) => ({
    path: `n${index}.stone`,
    text: `namespace n${index}\nroute r(Void, Void, Void)\n`,
  }));
  expect(skill(many)).toContain("There are 100 more namespaces: see README.md.");
  expect(Math.max(text.split("\n").length, skill(many).split("\n").length)).toBeLessThanOrEqual(400);
});
