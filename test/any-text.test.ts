import fc from "fast-check";
import { describe, test } from "vitest";
import { editSequences } from "./support/edit-sequences.js";
import { compileSoundly } from "./support/expect-sound.js";

const word = fc.constantFrom(
  ..."alias annotation annotation_type attrs by deprecated doc error example extends import namespace patch route".split(
    " ",
  ),
  ..."struct union union_closed true false null t u S T f g d String List Map Void Int32 Timestamp Omitted".split(" "),
  ...'( ) [ ] { } , . : = ? @ /a :2 1 -1 1.5 "text" ":type:`S`" # " \\ ;'.split(" "),
);
const lineEnd = fc.constantFrom("\n", "\n    ", "\n        ", "\n            ", "\n\n", "\n  ", "\n\t");

/** Lines of words of the language, well indented or not. */
const wordSalad = fc
  .array(fc.oneof({ weight: 4, arbitrary: word }, { weight: 2, arbitrary: lineEnd }), { maxLength: 60 })
  .map((words) => words.join(" "));

/** Definitions that are nearly right. */
const field = fc.tuple(
  fc.constantFrom("f", "g", "h"),
  fc.constantFrom("S", "T", "U", "String?", "List(S)", "Map(String, T)?"),
);
const entry = fc.tuple(fc.constantFrom("f", "g", "h"), fc.constantFrom("d", "e", "null", "[d]", '{"a": d}', '"x"'));
const definition = fc
  .record({
    head: fc.constantFrom("struct", "union", "union_closed", "patch struct", "patch union"),
    name: fc.constantFrom("S", "T", "U"),
    parent: fc.option(fc.constantFrom("S", "T", "U"), { freq: 2 }),
    fields: fc.array(field, { maxLength: 3 }),
    examples: fc.array(fc.tuple(fc.constantFrom("d", "e"), fc.array(entry, { minLength: 1, maxLength: 3 })), {
      maxLength: 2,
    }),
  })
  .map(({ head, name, parent, fields, examples }) =>
    [
      `${head} ${name}${parent === null ? "" : ` extends ${parent}`}`,
      ...fields.map(([field, type]) => `    ${field} ${type}`),
      ...examples.flatMap(([label, entries]) => [
        `    example ${label}`,
        ...entries.map(([name, value]) => `        ${name} = ${value}`),
      ]),
    ].join("\n"),
  );
const nearlyRight = fc.array(definition, { maxLength: 5 }).map((parts) => ["namespace t", ...parts].join("\n"));

describe("compile returns, with sound diagnostics, for", () => {
  test.each([
    ["any text", fc.string({ unit: "binary", maxLength: 200 }), 30],
    ["any words", wordSalad, 100],
    ["any words below a namespace", wordSalad.map((text) => `namespace t\n${text}`), 100],
    ["definitions that refer to each other at random", nearlyRight, 150],
  ] as const)("compile returns, with sound diagnostics, for %s", (_what, text, numRuns) => {
    fc.assert(
      fc.property(text, (generated) => {
        compileSoundly([{ path: "t.stone", text: generated }]);
      }),
      { numRuns: numRuns * editSequences },
    );
  });
});
