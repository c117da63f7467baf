import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { PrintedFile } from "../../src/generator/code/module.js";
import { generatePackage } from "../../src/project/generate/generate-package.js";
import type { SourceFile } from "../../src/text/source.js";
import { editSequences } from "../support/edit-sequences.js";
import { anySpec } from "../generator/print/any-spec.js";
import { hostileSpec } from "./hostile-spec.js";
import { typeErrors } from "./type-check.js";

async function packageOf(draw: () => readonly SourceFile[]): Promise<readonly PrintedFile[]> {
  const { files, diagnostics } = await generatePackage({ config: { specs: "spec" }, directory: ".", specs: draw() });
  if (files !== undefined) {
    return files;
  }
  // Names at random clash now and then, such as the tags `a_b` and `a-b` of a union (PKG-1).
  const other = diagnostics.find(({ code, severity }) => severity === "error" && code !== "name-clash");
  if (other !== undefined) {
    throw new Error(`The specification does not compile: ${JSON.stringify(other)}`);
  }
  return packageOf(draw);
}

/** Packages that are checked in one program: what is shared, such as the runtime, is checked once. */
const special: Readonly<Record<string, string | readonly SourceFile[]>> = {
  "a route named new is a method, not a construct signature":
    "namespace a\n\nroute new (Void, String, Void)\n\nroute new/thing (String, Void, Void)\n",
  "the client of a namespace whose function and interface have one name compiles":
    "namespace _1\n\nroute r (Void, String, Void)\n",
  "a struct with 1,500 fields, most of them nullable, compiles": manyFields("String?", "String"),
  "a struct with 1,500 fields, most of them with a default, compiles": manyFields("UInt64 = 5", "Map(String, String)?"),
  "namespaces called as what their modules import or declare compile": [
    {
      path: "list.stone",
      text: `namespace list

alias Result = List(String(min_length=1))
alias UnknownVariant = String

struct thing
    Result List(Map(String(min_length=1), String(pattern="a+")?))
    a-b List(List(UInt64(max_value=5)))
    a_b List(String(max_length=9))
union u
    item List(String(pattern="b+")?)
    x thing

route item (Void, List(List(String(min_length=2))), Void)
route item_item (List(String(min_length=3)), Result, u)
`,
    },
    {
      path: "check.stone",
      text: `namespace check_item

import list
import text

struct things extends list.thing
    b List(list.Result)
    text text.string = mode

route checks (things, list.u, text.string)
`,
    },
    {
      path: "text.stone",
      text: `namespace text

import list

union string
    mode
    value list.thing?

struct object
    f List(list.thing)

route text2 (object, Map(String, list.Result), Void)
`,
    },
  ],
};

function manyFields(most: string, some: string): string {
  const fields = Array.from({ length: 1500 }, (_, index) => `    f${index} ${index % 50 === 7 ? some : most}\n`);
  return `namespace a\n\nstruct S\n${fields.join("")}\nroute r (S, S, S)\n`;
}

let errors: readonly string[];
beforeAll(async () => {
  const packages = Object.values(special).map((spec) =>
    packageOf(() => (typeof spec === "string" ? [{ path: "a.stone", text: spec }] : spec)),
  );
  errors = await typeErrors(await Promise.all(packages));
});

test.each(Object.keys(special).map((name, index) => [name, index] as const))("%s", (_, index) => {
  expect(errors.filter((error) => !/^\/\d+\//.test(error) || error.startsWith(`/${index}/`))).toEqual([]);
});

test("packages of specifications with hostile names compile under every strict flag", async () => {
  const property = fc.asyncProperty(fc.gen(), async (generate) => {
    const packages = [
      ...Array.from({ length: 4 * editSequences }, () => packageOf(() => hostileSpec(generate, 8))),
      ...Array.from({ length: editSequences }, () => packageOf(() => anySpec(generate, 12))),
    ];
    expect(await typeErrors(await Promise.all(packages))).toEqual([]);
  });
  // One run checks many packages in one program; a smaller one that fails as well would say little more.
  await fc.assert(property, { numRuns: 1, endOnFailure: true });
});
