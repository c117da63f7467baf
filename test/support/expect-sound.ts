import { expect } from "vitest";
import { compile, type Compilation } from "../../src/compiler/compile.js";
import { Source, type SourceFile } from "../../src/text/source.js";

/**
 * Compiles and holds what is true of every input: diagnostics lie inside of their files, in order, with words in all
 * their texts; there is an API if and only if there is no error.
 */
export function compileSoundly(files: readonly SourceFile[]): Compilation {
  const compilation = compile(files);
  const sources = new Map(files.map((file) => [file.path, new Source(file.text)]));
  for (const place of compilation.diagnostics.flatMap((diagnostic) => [diagnostic, ...(diagnostic.related ?? [])])) {
    const source = sources.get(place.file);
    expect(place.message).not.toBe("");
    expect(isInside(source, place.line, place.column)).toBe(true);
    expect(isInside(source, place.endLine, place.endColumn)).toBe(true);
    expect(place.endLine - place.line || place.endColumn - place.column).toBeGreaterThanOrEqual(0);
  }
  const hasErrors = compilation.diagnostics.some(({ severity }) => severity === "error");
  expect(compilation.api === undefined).toBe(hasErrors);
  return compilation;
}

function isInside(source: Source | undefined, line: number, column: number): boolean {
  return (
    source !== undefined &&
    line >= 1 &&
    line <= source.text.split("\n").length &&
    column >= 1 &&
    column <= source.line(line).length + 1
  );
}
