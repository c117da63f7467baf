import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toCompilation, type Compilation } from "../../../src/compiler/compile.js";
import { Compiler } from "../../../src/compiler/compiler.js";
import type { Namespace } from "../../../src/ir/api.js";
import type { SourceFile } from "../../../src/text/source.js";
import { corpora, corpusFiles } from "../../support/corpus.js";
import { editSequences } from "../../support/edit-sequences.js";
import { specFiles, stone } from "../../support/stone-text.js";

/** A change of one file; numbers from 0 to 1 say where. */
interface Edit {
  readonly file: number;
  readonly change: (text: string) => string;
}

const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const at = (length: number, where: number): number => Math.floor(where * length);

/** Items of the text, from one line at the margin to the next. */
function blocks(text: string): string[] {
  return text.split(/(?<=\n)(?=[a-z])/);
}

function moved(parts: readonly string[], from: number, to: number): string[] {
  const [part = ""] = parts.slice(from, from + 1);
  return parts.toSpliced(from, 1).toSpliced(to, 0, part);
}

const change: fc.Arbitrary<(text: string) => string> = fc.oneof(
  place.map((where) => (text: string) => {
    const lines = text.split("\n");
    return lines.toSpliced(at(lines.length, where), 1).join("\n");
  }),
  place.map((where) => (text: string) => {
    const parts = blocks(text);
    return parts.toSpliced(at(parts.length, where), 1).join("");
  }),
  place.map((where) => (text: string) => {
    const parts = blocks(text);
    const index = at(parts.length, where);
    return parts.toSpliced(index, 0, parts[index] ?? "").join("");
  }),
  fc.tuple(place, place).map(([from, to]) => (text: string) => {
    const parts = blocks(text);
    return moved(parts, at(parts.length, from), at(parts.length, to)).join("");
  }),
  fc.tuple(place, place).map(([first, second]) => (text: string) => {
    const words = text.split(/(?<=\W)|(?=\W)/);
    const [a, b] = [at(words.length, first), at(words.length, second)];
    return words
      .with(a, words[b] ?? "")
      .with(b, words[a] ?? "")
      .join("");
  }),
  fc
    .tuple(place, fc.constantFrom("x", '"', "?", "(", ")", "#", "\n", "    ", "\nstruct New\n    n String\n", ":", "@"))
    .map(([where, inserted]) => (text: string) => {
      const offset = at(text.length, where);
      return text.slice(0, offset) + inserted + text.slice(offset);
    }),
);

describe("FE-7: after any sequence of edits, with errors in between, the result is that of a compilation from nothing", () => {
  const runs: readonly (readonly [corpus: string, numRuns: number])[] = [
    ["corners", 20],
    ["clinic", 8],
    ["transit", 3],
    ["wirelab", 3],
  ];
  test.each(runs)(
    "FE-7: the result after any sequence of edits is that of a compilation from nothing: %s, %i sequences",
    (corpus, numRuns) => {
      const original = corpusFiles(corpus).filter(({ text }) => text !== "");
      const untouched = compiledAnew(original);
      const edit = fc.record({
        file: fc.nat(original.length - 1),
        change,
        isUndo: fc.boolean(),
        isOnlyParsed: fc.boolean(),
      });
      fc.assert(
        fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
          const compiler = new Compiler();
          compiler.compile(original);
          let files: readonly SourceFile[] = original;
          for (const { isUndo, isOnlyParsed, ...step } of edits) {
            files = isUndo ? original : edited(files, step);
            if (isOnlyParsed) {
              compiler.parse(files);
              continue;
            }
            expect(compiledBy(compiler, files)).toEqual(isUndo ? untouched : compiledAnew(files));
          }
          expect(compiledBy(compiler, original)).toEqual(untouched);
        }),
        { numRuns: numRuns * editSequences },
      );
    },
  );
});

function edited(files: readonly SourceFile[], { file, change: apply }: Edit): SourceFile[] {
  return files.map(({ path, text }, index) => ({ path, text: index === file ? apply(text) : text }));
}

/** What users see of a compilation. */
function compiledBy(compiler: Compiler, files: readonly SourceFile[]): Pick<Compilation, "diagnostics" | "ir"> {
  const { diagnostics, ir } = toCompilation(compiler.compile(files), files);
  return { diagnostics, ir };
}

function compiledAnew(files: readonly SourceFile[]): Pick<Compilation, "diagnostics" | "ir"> {
  return compiledBy(new Compiler("once"), files);
}

test.each(corpora)(
  "FE-7: %s compiled once, without recording what results read, gives what the first of many compilations gives",
  (corpus) => {
    const files = corpusFiles(corpus);
    expect(compiledAnew(files)).toEqual(compiledBy(new Compiler(), files));
  },
);

const before = specFiles(stone`
  namespace t
  import u
  struct Root
      "The root, see :type:\`u.Item\`."
      id String
  struct Child extends Root
      item u.Item
      example default
          id = "a"
          item = default
  route get(Child, Root, Void)

  namespace u
  struct Item
      "An item."
      name String
      example default
          name = "n"
`);

/** The definitions of the edited specification that are the very objects of the one before. */
function kept(edit: (text: string) => string): string[] {
  const compiler = new Compiler();
  const files = before.map(({ path, text }) => ({ path, text: edit(text) }));
  const definitions = ({ name: namespace, types, routes }: Namespace): [string, unknown][] => [
    ...types.map((type): [string, unknown] => [`${namespace}.${type.name}`, type]),
    ...routes.map((route): [string, unknown] => [`${namespace}/${route.name}`, route]),
    [namespace, { types, routes }],
  ];
  const all = (texts: readonly SourceFile[]): [string, unknown][] =>
    compiler.compile(texts).api.namespaces.flatMap(definitions);
  const known = new Map(all(before));
  return all(files).flatMap(([name, definition]) => (known.get(name) === definition ? [name] : []));
}

test("FE-6: a new sentence in a definition makes that definition anew, and nothing else", () => {
  expect(kept((text) => text.replace("An item.", "One item."))).toEqual(["t.Child", "t.Root", "t/get"]);
});

test("FE-6: the order of the members of an example is part of it", () => {
  const compiler = new Compiler();
  const spec = (fields: string): SourceFile[] =>
    specFiles(`struct S\n${fields}\n    example default\n        a = "1"\n        b = "2"`);
  const members = (files: SourceFile[]): unknown[] =>
    compiler
      .compile(files)
      .api.namespaces.flatMap(({ types }) => types.flatMap(({ examples }) => examples.map(({ value }) => value)))
      .map((value) => JSON.stringify(value));
  expect(members(spec("    a String\n    b String"))).toEqual(['{"a":"1","b":"2"}']);
  expect(members(spec("    b String\n    a String"))).toEqual(['{"b":"2","a":"1"}']);
});

test("FE-6: what names a definition is made anew if it sees the change", () => {
  expect(kept((text) => text.replace('"n"', '"m"'))).toEqual(["t.Root", "t/get"]);
  expect(kept((text) => text.replace("id String", "id String(max_length=9)"))).toEqual(["t.Child", "t/get", "u.Item"]);
});

test("FE-6: lines that move change nothing", () => {
  expect(kept((text) => text.replace("struct Root", "# A comment.\n\nstruct Root"))).toEqual([
    "t.Child",
    "t.Root",
    "t/get",
    "u.Item",
  ]);
});

test("FE-6: an error somewhere does not make the other definitions anew", () => {
  expect(kept((text) => text.replace("route get(Child, Root, Void)", "route get(Child, Rot, Void)"))).toEqual([
    "t.Child",
    "t.Root",
    "u.Item",
  ]);
});
