import { describe, expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { Compiler } from "../../../src/compiler/compiler.js";
import { toDiagnostics } from "../../../src/text/diagnostics/diagnostic.js";
import { toJson } from "../../../src/ir/json.js";
import { lintFindings } from "../../../src/language-server/features/lint.js";
import { divideFiles } from "../../../src/language-server/features/parts.js";
import { Project } from "../../../src/language-server/features/project.js";
import type { SourceFile } from "../../../src/text/source.js";

const options = { preset: "none", rules: { "field-name": "warn" } } as const;

function divided(texts: Readonly<Record<string, string>>, atMost = 0): unknown {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
  return divideFiles(new Compiler("once").parse(files), atMost).map(({ own, all }) =>
    [own, all].map((specs) => specs.map(({ path }) => path).join(" ")),
  );
}

describe("a large project is divided", () => {
  test("a large project is divided by imports, even where one has an error, and by namespaces", () => {
    const texts = {
      a: "namespace a\nimport b\n",
      b: "namespace b\n",
      c: "namespace c\nimport b\n",
      d: "namespace d\n",
      e: "namespace e\nimport missing\n",
      d2: "namespace d\n",
      broken: "namespace f\nimport d extra\n",
    };
    expect(divided(texts)).toEqual(["a b c", "d d2 broken", "e"].map((paths) => [paths, paths]));
    expect(divided(texts, 1000)).toEqual([Array.from({ length: 2 }, () => Object.keys(texts).join(" "))]);
  });

  test("a large project is divided with namespaces that have similar names together (NAME-4)", () => {
    expect(divided({ a: "namespace my_files\n", b: "namespace myfiles\n" })).toEqual([["a b", "a b"]]);
  });

  test("a large project is divided with the schema of attributes in each part, and what it imports", () => {
    const texts = {
      a: "namespace a\n",
      cfg: "namespace stone_cfg\nimport base\n",
      b: "namespace b\n",
      base: "namespace base\n",
    };
    expect(divided(texts)).toEqual([
      ["a", "a cfg base"],
      ["cfg base", "cfg base"],
      ["b", "cfg b base"],
    ]);
  });
});

describe("LSP-2: the parts of a large project", () => {
  const padding = `# ${"-".repeat(100)}\n`.repeat(15_000);
  const files: readonly SourceFile[] = ["a", "b", "c"].flatMap((name) => [
    {
      path: `${name}/api.stone`,
      text: `${padding}namespace ${name}_api\n\nimport ${name}_types\n\nroute get (${name}_types.Arg, Void, Void)\n    attrs\n        hidden = true\n`,
    },
    { path: `${name}/types.stone`, text: `namespace ${name}_types\n\nstruct Arg\n    someField String\n` },
  ]);
  const schema = { path: "stone_cfg.stone", text: "namespace stone_cfg\n\nstruct Route\n    hidden Boolean = false\n" };
  const all = [...files, schema];
  const diagnosticsOf = ({ snapshot }: Project): unknown =>
    toDiagnostics(
      snapshot.findings,
      [...snapshot.files.values()].map(({ path }) => path),
    );

  test("LSP-2: the parts of a large project say together what the whole says, before and after changes", async () => {
    const project = new Project(true);
    project.setFiles(all);
    await project.prepare(() => Promise.resolve());
    expect(project.snapshot.parts).toHaveLength(4);
    expect(diagnosticsOf(project)).toEqual([]);
    expect(toJson(project.snapshot.api)).toBe(compile(all).ir);
    const changed = all.map(({ path, text }) => ({
      path,
      text: path === "b/types.stone" ? text.replace("String", "Strin") : text,
    }));
    project.changeFile("b/types.stone", changed.find(({ path }) => path === "b/types.stone")?.text ?? "");
    expect(diagnosticsOf(project)).toEqual(compile(changed).diagnostics);
    const other = all.map((file) =>
      file === schema ? { ...schema, text: schema.text.replace("hidden", "shown") } : file,
    );
    project.setFiles(other);
    expect(diagnosticsOf(project)).toEqual(compile(other).diagnostics);
    expect(compile(other).diagnostics).toHaveLength(3);
  });

  test("LSP-2: the parts of a large project are analyzed and linted apart: an error in one is none of the others'", () => {
    const project = new Project();
    project.setFiles(
      all.map((file) => (file.path === "a/types.stone" ? { ...file, text: file.text.replace("String", "X") } : file)),
    );
    const found = project.snapshot.parts.map((part) => lintFindings(part, options).map(({ file }) => file));
    expect(found).toEqual([[], ["b/types.stone"], ["c/types.stone"], []]);
    expect(project.snapshot.apiOf("c_types").namespaces.map(({ name }) => name)).toEqual(["c_api", "c_types"]);
    const { parts } = project.snapshot;
    project.changeFile("b/types.stone", "namespace b_types\n");
    expect(project.snapshot.parts.map((part, index) => part === parts[index])).toEqual([true, false, true, true]);
  });
});
