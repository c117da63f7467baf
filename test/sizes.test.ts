import { describe, expect, test } from "vitest";
import { compile } from "../src/compiler/compile.js";

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}

function codesIn(text: string): string[] {
  return [...new Set(compile([{ path: "t.stone", text: `namespace t\n${text}` }]).diagnostics.map(({ code }) => code))];
}

const leaf = '\nstruct S0\n    f String\n    example d\n        f = "x"\n';

describe("what is large but right compiles", () => {
  test.each([
    [
      "a struct of 200 fields, with an example",
      `struct S\n${lines(200, (i) => `    f${i} String`)}\n    example d\n${lines(200, (i) => `        f${i} = "x"`)}`,
    ],
    ["a union of 500 tags", `union U\n${lines(500, (i) => `    t${i}`)}`],
    [
      "500 ancestors",
      `struct S0\n    f String\n${lines(500, (i) => `struct S${i + 1} extends S${i}\n    f${i} String`)}`,
    ],
    [
      "500 ancestors, the last one first",
      `${lines(500, (i) => `struct S${500 - i} extends S${499 - i}\n    f${i} String`)}\nstruct S0\n    f String`,
    ],
    ["2,000 aliases of each other", `${lines(2_000, (i) => `alias A${i} = A${i + 1}`)}\nalias A2000 = String`],
    ["100,000 letters of documentation", `struct S\n    "${"a :type:`S`\n    ".repeat(7_000)}"\n    f String`],
    ["100,000 spaces in documentation", `struct S\n    "a${" ".repeat(100_000)}b"\n    f String`],
    ["100,000 escapes in a string", `struct S\n    "${"\\n".repeat(100_000)}"\n    f String`],
    ["100,000 blank lines", `${"\n".repeat(100_000)}struct S\n    f String`],
    ["lists of lists, 100 deep", `alias A = ${"List(".repeat(100)}String${")".repeat(100)}`],
    ["500 patches of a struct", `struct S\n    f String\n${lines(500, (i) => `patch struct S\n    g${i} String`)}`],
    [
      "300 subtypes",
      `struct R\n    union\n${lines(300, (i) => `        t${i} S${i}`)}\n${lines(300, (i) => `struct S${i} extends R\n    "."`)}`,
    ],
  ])("what is large but right compiles: %s", (_what, text) => {
    expect(codesIn(text)).toEqual([]);
  });
});

describe("what is too large, or wrong in many places, is reported", () => {
  test.each([
    [
      "1,200 ancestors",
      `struct S0\n    f String\n${lines(1_200, (i) => `struct S${i + 1} extends S${i}\n    f${i} String`)}`,
      "too-many-ancestors",
    ],
    [
      "a ring of 1,000 structs",
      lines(1_000, (i) => `struct S${i} extends S${(i + 1) % 1_000}\n    f${i} String`),
      "circular-inheritance",
    ],
    ["a ring of 5,000 aliases", lines(5_000, (i) => `alias A${i} = A${(i + 1) % 5_000}`), "circular-alias"],
    [
      "lists of lists, 10,000 deep",
      `alias A = ${"List(".repeat(10_000)}String${")".repeat(10_000)}`,
      "nested-too-deeply",
    ],
    [
      "a list in an example, 10,000 deep",
      `struct S\n    f List(String)\n    example d\n        f = ${"[".repeat(10_000)}${"]".repeat(10_000)}`,
      "nested-too-deeply",
    ],
    [
      "a map in an example, 10,000 deep",
      `struct S\n    f Map(String, String)\n    example d\n        f = ${'{"a": '.repeat(10_000)}1${"}".repeat(10_000)}`,
      "nested-too-deeply",
    ],
    [
      "inline definitions, 200 deep",
      `struct S\n${lines(200, (i) => `${"    ".repeat(2 * i + 1)}f${i} T${i}\n${"    ".repeat(2 * i + 2)}struct`)}`,
      "nested-too-deeply",
    ],
    ["a line that is indented 100,000 times", `struct S\n${" ".repeat(100_000)}f String`, "nested-too-deeply"],
    ["20,000 parentheses", "(".repeat(20_000), "nested-too-deeply"],
    ["100,000 quotes and one more", '"'.repeat(100_001), "unterminated-string"],
    ["a line of 50,000 words", `struct S\n    f ${"a ".repeat(50_000)}`, "unexpected-token"],
    [
      "examples that include each other, 1,000 deep",
      `${lines(1_000, (i) => `struct S${1_000 - i}\n    f S${999 - i}\n    example d\n        f = d`)}${leaf}`,
      "example-too-large",
    ],
    [
      "the same, the last one first",
      `${leaf}${lines(1_000, (i) => `struct S${i + 1}\n    f S${i}\n    example d\n        f = d`)}`,
      "example-too-large",
    ],
    [
      "examples that double 60 times",
      `${leaf}${lines(60, (i) => `struct S${i + 1}\n    f S${i}\n    g S${i}\n    example d\n        f = d\n        g = d`)}`,
      "example-too-large",
    ],
    [
      "100 unknown types with long names that are nearly right",
      lines(
        100,
        (i) => `struct The_rather_long_name_of_type_${i * 7_919}\n    f The_rather_long_nmae_of_tpye_${i * 7_919 + 1}`,
      ),
      "unknown-type",
    ],
    [
      "2,000 wrong references in documentation",
      `struct S\n    "${lines(2_000, (i) => `    :type:\`Sx${i}\``)}"\n    f String`,
      "doc-not-a-type",
    ],
    ["100 namespaces in one file", lines(100, (i) => `namespace n${i}\nstruct S\n    f String`), "duplicate-namespace"],
    ["a limit of 100,000 digits", `alias A = Int32(max_value=${"9".repeat(100_000)})`, "invalid-type-argument"],
    ["a version of 400 digits", `route r:${"9".repeat(400)}(Void, Void, Void)`, "invalid-version"],
  ])("what is too large, or wrong in many places, is reported: %s", (_what, text, code) => {
    expect(codesIn(text)).toEqual([code]);
  });
});
