import fc from "fast-check";
import { describe, test } from "vitest";
import type { SourceFile } from "../../src/text/source.js";
import { corpusFiles, dropboxFolder } from "../support/corpus.js";
import { editSequences } from "../support/edit-sequences.js";
import { compileSoundly } from "../support/expect-sound.js";

/** A change of a list of lines or tokens; numbers from 0 to 1 say where. */
type Edit = (parts: readonly string[]) => string[];

const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const at = (parts: readonly string[], where: number): number => Math.floor(where * parts.length);

const edit: fc.Arbitrary<Edit> = fc.oneof(
  place.map(
    (where): Edit =>
      (parts) =>
        parts.toSpliced(at(parts, where), 1),
  ),
  place.map((where): Edit => (parts) => {
    const index = at(parts, where);
    return parts.toSpliced(index, 0, parts[index] ?? "");
  }),
  fc.tuple(place, place).map(([first, second]): Edit => (parts) => {
    const [a, b] = [at(parts, first), at(parts, second)];
    return parts.with(a, parts[b] ?? "").with(b, parts[a] ?? "");
  }),
  place.map(
    (where): Edit =>
      (parts) =>
        parts.slice(0, at(parts, where)),
  ),
);

const insertion = fc.constantFrom(
  ...'"\\()[]{}#,.:=?@*;\t\n\r -'.split(""),
  "    ",
  "\n    ",
  "\n        ",
  "\ufeff",
  "é",
  "😀",
  "null",
  "true",
  "struct",
  "example",
  " extends ",
  "1e999",
  "-1",
  "__proto__",
  "constructor",
);

const mutation: fc.Arbitrary<(text: string) => string> = fc.oneof(
  edit.map((change) => (text: string) => change(text.split("\n")).join("\n")),
  edit.map((change) => (text: string) => change(text.split(/(?<=\W)|(?=\W)/)).join("")),
  fc.tuple(place, insertion).map(([where, inserted]) => (text: string) => {
    const offset = Math.floor(where * text.length);
    return text.slice(0, offset) + inserted + text.slice(offset);
  }),
);

describe("compile returns, with sound diagnostics, whatever happens to a spec", () => {
  const runs: readonly (readonly [name: string, numRuns: number])[] = [
    ["transit", 10],
    ["clinic", 10],
    ["corners", 10],
    ["wirelab", 6],
    ...(dropboxFolder === undefined ? [] : [["dropbox", 1] as const]),
  ];
  test.each(runs)("compile returns, with sound diagnostics, for %s, mutated %i times", (name, numRuns) => {
    const files = corpusFiles(name).filter(({ text }) => text !== "");
    fc.assert(
      fc.property(fc.nat(files.length - 1), fc.array(mutation, { minLength: 1, maxLength: 3 }), (index, mutations) => {
        const change = (file: SourceFile): SourceFile => ({
          ...file,
          text: mutations.reduce((text, mutate) => mutate(text), file.text),
        });
        compileSoundly(files.map((file, other) => (other === index ? change(file) : file)));
      }),
      { numRuns: numRuns * editSequences },
    );
  });
});
