import fc from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { print } from "../../../src/generator/package/print.js";
import { transpile } from "../../../src/generator/package/transpile.js";
import { compile } from "../../../src/compiler/compile.js";
import type { PackageOptions } from "../../../src/generator/facts/package-options.js";
import type { TypeScriptModule } from "../../../src/generator/code/module.js";
import { toStructures } from "../../../src/generator/code/structures.js";
import { emitModules } from "../../../src/generator/emit/package/package.js";
import { createContext } from "../../../src/generator/facts/context.js";
import { printModule } from "../../../src/generator/code/print/module.js";
import type { SourceFile } from "../../../src/text/source.js";
import { corpora, corpusFiles } from "../../support/corpus.js";
import { describeWithDropbox } from "../../support/describe-with-dropbox.js";
import { specFiles } from "../../support/spec-files.js";
import { anySpec } from "./any-spec.js";

/*
 * The plain way, through ts-morph, TypeScript and prettier, says what is right. It takes seconds for what the direct
 * way prints in milliseconds, which is why the random specifications are few and large.
 */

function modulesOf(specs: readonly SourceFile[], options: Partial<PackageOptions>): TypeScriptModule[] {
  const { api, diagnostics } = compile(specs);
  if (api === undefined) {
    throw new Error(`The specification does not compile: ${JSON.stringify(diagnostics[0])}`);
  }
  const files = emitModules(createContext(api, { name: "example-api", version: "1.0.0", binding: {}, ...options }));
  return files.filter((file) => file.kind === "module");
}

/** The three forms of a module, as the plain way prints them. */
async function plainly(module: TypeScriptModule): Promise<ReturnType<typeof printModule>> {
  const [source] = await print([toStructures(module)]);
  if (source === undefined) {
    throw new Error("Nothing was printed.");
  }
  const [script, declarations] = await transpile(source);
  return { source: source.text, script: script?.text ?? "", declarations: declarations?.text ?? "" };
}

async function expectSameBytes(specs: readonly SourceFile[], options: Partial<PackageOptions> = {}): Promise<void> {
  await expectModulesSameBytes(modulesOf(specs, options));
}

/** {@link expectSameBytes} of a statement of each shape that no specification before has had. */
async function expectShapesSameBytes(
  specs: readonly SourceFile[],
  options: Partial<PackageOptions> = {},
): Promise<void> {
  await expectModulesSameBytes(oneOfEachShape(modulesOf(specs, options)));
}

async function expectModulesSameBytes(modules: readonly TypeScriptModule[]): Promise<void> {
  for (const module of modules) {
    expect({ path: module.path, ...printModule(module) }).toEqual({ path: module.path, ...(await plainly(module)) });
  }
}

/** All optional parts of a package. */
const everything = { twin: true, arbitraries: true, query: true, mcp: true, otel: true };

test.for([
  ["spec", {}],
  ["spec", { lazyNamespaces: ["files", "team"] }],
  ["test/generated/clashes", everything],
] as const)("the modules of %s with %j are printed as prettier formats them", async ([folder, options]) => {
  await expectShapesSameBytes(specFiles(folder), options);
});

for (const name of readdirSync("test/generator/emit").filter((name) => name.endsWith(".md"))) {
  test(`the modules of test/generator/emit/${name} are printed as prettier formats them`, async () => {
    const [, text = ""] = /```stone\n([^]*?)```/.exec(readFileSync(`test/generator/emit/${name}`, "utf8")) ?? [];
    await expectShapesSameBytes([{ path: "spec.stone", text }], everything);
  });
}

test.for(corpora.filter((name) => name !== "dropbox"))(
  "the modules of %s are printed as prettier formats them",
  async (name) => {
    await expectShapesSameBytes(corpusFiles(name));
  },
);

describeWithDropbox("the modules of dropbox", () => {
  test(
    "the modules of dropbox are printed as prettier formats them, by a statement of each shape",
    { timeout: 300_000 },
    async () => {
      const modules = modulesOf(corpusFiles("dropbox"), { binding: { preset: "dropbox" } });
      const selected = oneOfEachShape(modules);
      const count = (modules: readonly TypeScriptModule[]): number =>
        modules.flatMap(({ declarations }) => declarations).length;
      expect(count(selected)).toBeGreaterThan(100);
      expect(count(selected)).toBeLessThan(count(modules) / 5);
      await expectModulesSameBytes(selected);
    },
  );
});

/** The shapes of lines, each with the line before it, in the declarations of all specifications so far. */
const known = new Set<string>();

/**
 * The modules, with their imports and those declarations that have a line which looks, together with the line before it, like
 * none before: two look alike if they have the same marks between words, so that they differ in the words only. A module whose
 * imports look like none before is there with at least one declaration.
 */
function oneOfEachShape(modules: readonly TypeScriptModule[]): TypeScriptModule[] {
  return modules.flatMap((module) => {
    const isDeclaration = ({ kind }: Declaration): boolean => kind !== "exported names" && kind !== "exported module";
    const hasNewImports = areNew(Object.values(printModule(module)).map((text) => text.split("\n\n", 1)[0] ?? ""));
    const declarations = module.declarations.filter((declaration, index) => {
      // Without the imports, which are many in a large module.
      const texts = Object.values(printModule({ ...module, imports: [], declarations: [declaration] }));
      return !isDeclaration(declaration) || areNew(texts) || (hasNewImports && index === 0);
    });
    const isLeft = declarations.some(isDeclaration) || !module.declarations.some(isDeclaration);
    return isLeft ? [{ ...module, declarations }] : [];
  });
}

/** Whether texts have a shape that is not known; then it is. */
function areNew(texts: readonly string[]): boolean {
  const before = known.size;
  texts.flatMap(shapesIn).forEach((shape) => known.add(shape));
  return known.size > before;
}

type Declaration = TypeScriptModule["declarations"][number];

/** The shapes of all pairs of lines that follow each other in a text. */
function shapesIn(text: string): string[] {
  const lines = text
    .replace(/\/\*\*[^]*?\*\//g, (comment) => (comment.includes("\n") ? "/**\n */" : "/** */"))
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/[\w$]+/g, "a")
    .split("\n");
  return lines.map((line, index) => `${lines[index - 1] ?? ""}\n${line}`);
}

describe("of specifications with names of all lengths", () => {
  test("lists of what may be null are printed below the name that they are too long for", async () => {
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

  test(
    "the modules of specifications with names of all lengths are printed as prettier formats them",
    { timeout: 300_000 },
    async () => {
      const property = fc.asyncProperty(fc.gen(), (generate) => expectSameBytes(anySpec(generate, 40)));
      // A smaller specification that fails as well says little more, and is long in coming.
      await fc.assert(property, { numRuns: 2, endOnFailure: true });
    },
  );
});
