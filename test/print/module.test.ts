import fc from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { print } from "../../src/build/print.js";
import { transpile } from "../../src/build/transpile.js";
import { compile } from "../../src/compiler/compile.js";
import type { BindingOptions } from "../../src/facts/binding-options.js";
import { importKind } from "../../src/code/kinds.js";
import type { EmittedModule } from "../../src/code/module.js";
import { emitPackage } from "../../src/emit/package/package.js";
import { printModule } from "../../src/code/print/module.js";
import type { SourceFile } from "../../src/source/source.js";
import { corpora, corpusFiles } from "../corpus.js";
import { describeWithDropbox } from "../describe-with-dropbox.js";
import { specFiles } from "../spec-files.js";
import { anySpec } from "./any-spec.js";

/*
 * The plain way, through ts-morph, TypeScript and prettier, says what is right. It takes seconds for what the direct
 * way prints in milliseconds, which is why the random specifications are few and large.
 */

function modulesOf(specs: readonly SourceFile[], binding: BindingOptions): EmittedModule[] {
  const { api, diagnostics } = compile(specs);
  if (api === undefined) {
    throw new Error(`The specification does not compile: ${JSON.stringify(diagnostics[0])}`);
  }
  const files = emitPackage(api, { name: "example-api", version: "1.0.0", binding });
  return files.filter((file) => file.kind === "module");
}

/** The three forms of a module, as the plain way prints them. */
async function plainly(module: EmittedModule): Promise<ReturnType<typeof printModule>> {
  const [source] = await print([module]);
  if (source === undefined) {
    throw new Error("Nothing was printed.");
  }
  const [script, declarations] = await transpile(source);
  return { source: source.text, script: script?.text ?? "", declarations: declarations?.text ?? "" };
}

async function expectSameBytes(specs: readonly SourceFile[], binding: BindingOptions = {}): Promise<void> {
  await expectModulesSameBytes(modulesOf(specs, binding));
}

/** {@link expectSameBytes} of a statement of each shape, for large specifications. */
async function expectShapesSameBytes(specs: readonly SourceFile[]): Promise<void> {
  await expectModulesSameBytes(oneOfEachShape(modulesOf(specs, {})));
}

async function expectModulesSameBytes(modules: readonly EmittedModule[]): Promise<void> {
  for (const module of modules) {
    expect({ path: module.path, ...printModule(module) }).toEqual({ path: module.path, ...(await plainly(module)) });
  }
}

test.for(["spec", "test/generated/clashes"])(
  "the modules of %s are printed as prettier formats them",
  async (folder) => {
    await expectShapesSameBytes(specFiles(folder));
  },
);

for (const name of readdirSync("test/emit").filter((name) => name.endsWith(".md"))) {
  test(`the modules of test/emit/${name} are printed as prettier formats them`, async () => {
    const [, text = ""] = /```stone\n([^]*?)```/.exec(readFileSync(`test/emit/${name}`, "utf8")) ?? [];
    await expectSameBytes([{ path: "spec.stone", text }]);
  });
}

test.for(corpora.filter((name) => name !== "dropbox"))(
  "the modules of %s are printed as prettier formats them",
  async (name) => {
    await expectShapesSameBytes(corpusFiles(name));
  },
);

describeWithDropbox("the modules of dropbox", () => {
  test("are printed as prettier formats them, by a statement of each shape", { timeout: 300_000 }, async () => {
    const modules = modulesOf(corpusFiles("dropbox"), { preset: "dropbox" });
    const selected = oneOfEachShape(modules);
    const count = (modules: readonly EmittedModule[]): number => modules.flatMap(({ statements }) => statements).length;
    expect(count(selected)).toBeGreaterThan(1000);
    expect(count(selected)).toBeLessThan(count(modules) / 5);
    await expectModulesSameBytes(selected);
  });
});

/**
 * The modules, with their imports and those declarations that look like none before them: two look alike if each line has, in
 * all three forms, the same marks between words, so that they differ in the words only and in how often a line is repeated.
 */
function oneOfEachShape(modules: readonly EmittedModule[]): EmittedModule[] {
  const known = new Set<string>();
  return modules.flatMap((module) => {
    const isDeclaration = (statement: Statement): boolean =>
      typeof statement !== "string" && statement.kind !== importKind;
    const isNew = (statement: Statement): boolean => {
      const shape = shapeOf(Object.values(printModule({ ...module, statements: [statement] })).join("\n"));
      const before = known.size;
      return known.add(shape).size > before;
    };
    const statements = module.statements.filter((statement) => !isDeclaration(statement) || isNew(statement));
    const isLeft = statements.some(isDeclaration) || !module.statements.some(isDeclaration);
    return isLeft ? [{ ...module, statements }] : [];
  });
}

type Statement = EmittedModule["statements"][number];

function shapeOf(text: string): string {
  return text
    .replace(/\/\*\*[^]*?\*\//g, (comment) => (comment.includes("\n") ? "/**\n */" : "/** */"))
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/[\w$]+/g, "a")
    .replace(/^(.*\n)\1+/gm, "$1$1");
}

describe("of specifications with names of all lengths", () => {
  test("lists of what may be null go below the name that they are too long for", async () => {
    const item = "I".repeat(50);
    const lists = [40, 45, 50, 55, 60].flatMap((length) => [
      `alias ${"L".repeat(length)} = List(${item}?)`,
      `alias ${"M".repeat(length)} = List(List(${item}?))`,
      `alias ${"N".repeat(length)} = List(Map(String, ${item})?)`,
    ]);
    await expectSameBytes([
      { path: "spec.stone", text: `namespace long\n\nstruct ${item}\n    a String\n\n${lists.join("\n\n")}\n` },
    ]);
  });

  test("the modules are printed as prettier formats them", { timeout: 300_000 }, async () => {
    const property = fc.asyncProperty(fc.gen(), (generate) => expectSameBytes(anySpec(generate, 40)));
    // A smaller specification that fails as well says little more, and is long in coming.
    await fc.assert(property, { numRuns: 2, endOnFailure: true });
  });
});
