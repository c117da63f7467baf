import { describe, expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { stone } from "../../support/stone-text.js";

/** Two files with an error for each step of the compiler, none of which is where a step before it has found one. */
const files = [
  {
    path: "a.stone",
    text: stone`
      namespace a
      import nowhere
      alias Illegal = String;
      struct Broken
          f String String
      struct Patched
          f String
      struct Patched
          g String
      patch union Patched
          h String
      struct Types extends Patched
          f Missing
      struct Defaults
          f Int32 = "x"
    `,
  },
  {
    path: "b.stone",
    text: stone`
      namespace b
      struct Node
          union
              leaf Leaf
      struct Leaf
          f String
      route r(Void, Void, Void)
          attrs
              unknown = 1
      struct Examples
          f String
          example default
              f = 5
      struct Documented
          "See :type:\`Zz\`."
          f String
      annotation Blot = RedactedBlot
      struct Redacted
          f Documented
              @Blot
    `,
  },
];

function errorsOf(given: typeof files): string[] {
  return compile(given).diagnostics.map(({ file, line, code }) => `${file}:${line} ${code}`);
}

describe("errors", () => {
  const all = [
    "a.stone:2 unknown-namespace",
    "a.stone:3 illegal-character",
    "a.stone:5 unexpected-token",
    "a.stone:8 duplicate-name",
    "a.stone:10 patch-kind",
    "a.stone:13 inherited-field",
    "a.stone:13 unknown-type",
    "a.stone:15 invalid-default",
    "b.stone:4 subtype-not-child",
    "b.stone:9 unknown-attribute",
    "b.stone:13 example-value",
    "b.stone:15 doc-not-a-type",
    "b.stone:20 redactor-impossible",
  ];

  test("PHASE-1: all errors are reported in one run, sorted by file and line", () => {
    expect(errorsOf(files)).toEqual(all);
  });

  test("PHASE-2: a syntax error costs its definition, and the rest of the file is checked", () => {
    for (const broken of [
      "alias Lost = (",
      "struct Lost",
      "union Lost\n    a b c",
      'struct Lost\n    f String = "x" "y"',
    ]) {
      const text = `namespace t\n${broken}\nstruct S\n    f Missing\n    g Lost`;
      const errors = errorsOf([{ path: "t.stone", text }]);
      expect(errors).toHaveLength(2);
      expect(errors.at(-1)).toMatch(/ unknown-type$/);
    }
  });
});
