import { describe, expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { apiOf, errorsOf, fieldNamed } from "../../support/stone.js";
import { specFiles, stone } from "../../support/stone-text.js";

describe("defaults", () => {
  test.each([
    ["a list", "List(Int32) = [1]"],
    ["a map", 'Map(String, Int32) = {"a": 1}'],
    ["a default of a nullable field", "Int32? = 1"],
    ["null for a nullable field", "Int32? = null"],
  ])("DEF-1: a field cannot have %s as its default", (_, field) => {
    expect(errorsOf(`struct S\n    f ${field}`)).toEqual([expect.stringMatching(/^3 /)]);
  });

  test("DEF-1: a nullable field with a default is reported as such", () => {
    expect(errorsOf("struct S\n    f Int32? = 1")).toEqual(["3 nullable-with-default"]);
  });

  test.each([
    ["String", "abc", "invalid-default"],
    ["Int32", "abc", "invalid-default"],
    ["S", "abc", "default-impossible"],
    ["U", "v", "default-tag-with-value"],
    ["U", "n", "default-tag-with-value"],
    ["U", "z", "unknown-default-tag"],
  ])("DEF-4, DEF-5: the default %s = %s is refused (%s)", (type, word, code) => {
    const types = "struct S\n    g String\nunion U\n    a\n    v String\n    n String?";
    expect(errorsOf(`struct Holder\n    f ${type} = ${word}\n${types}`)).toEqual([`3 ${code}`]);
  });

  test.each([
    ['Timestamp("%Y-%m-%d")', "2015-5-01"],
    ['Timestamp("%a %Y-%m-%d")', "Mon 2015-05-01"],
    ['String(pattern="ab")', "abc"],
    ["Bytes", "%"],
    ["Day", "2015-5-01"],
    ["DayOfDay", "2015-5-01"],
  ])("the default %s = %s is accepted, as in Stone, with a warning that the package rejects it", (type, value) => {
    const aliases = 'alias Day = Timestamp("%Y-%m-%d")\nalias DayOfDay = Day\n';
    const diagnosticsOf = (text: string): unknown[] =>
      compile(specFiles(`${aliases}struct S\n    f ${type} = "${text}"\n`)).diagnostics.map(
        ({ code, severity, line }) => ({ code, severity, line }),
      );
    expect(diagnosticsOf(value)).toEqual([{ code: "default-refused", severity: "warning", line: 5 }]);
  });

  test("the defaults of route attributes go through no decoder, so that none is rejected", () => {
    const files = [{ path: "stone_cfg.stone", text: 'namespace stone_cfg\nstruct Route\n    key Bytes = "%"\n' }];
    expect(compile(files).diagnostics).toEqual([]);
  });

  test("DEF-6: wrong defaults do not hide other errors", () => {
    expect(
      errorsOf(stone`
        struct S
            a Int32 = "x"
            b Boolean = 5
            c Missing
            example d
                unknown = 1
        union U
            a
        struct Q
            u U = nothing
        route r(Nobody, Void, Void)
      `),
    ).toEqual([
      "3 invalid-default",
      "4 invalid-default",
      "5 unknown-type",
      "7 example-unknown-field",
      "11 unknown-default-tag",
      "12 unknown-type",
    ]);
  });

  test.each([
    ["Int32", "1.0"],
    ["UInt32(max_value=5)", "6"],
    ["Boolean", "1"],
    ["String(max_length=1)", '"ab"'],
    ["String", "5"],
    ["Float64", '"1"'],
    ['Timestamp("%Y")', '"x"'],
  ])("DEF-7: a parameter of an annotation type does not have the default %s = %s", (type, value) => {
    expect(errorsOf(`annotation_type X\n    p ${type} = ${value}`)).toEqual(["3 invalid-parameter-default"]);
  });

  test.each([
    ["Int32", "1", 1],
    ["String(max_length=2)", '"ab"', "ab"],
    ["Float64", "1", 1],
    ['Timestamp("%Y")', '"2015"', "2015"],
  ])("DEF-7: a parameter of an annotation type may have the default %s = %s", (type, value, wanted) => {
    const api = apiOf(`annotation_type X\n    p ${type} = ${value}`);
    expect(api.namespaces[0]?.annotationTypes[0]?.params[0]?.default).toBe(wanted);
  });

  const union =
    "\nunion U\n    a\n    v String\n    n String?\nunion W extends U\n    w\nalias AU = U\nalias NU = U?\nalias F = Float64\nalias NF = Float64?";
  test.each([
    ["Int32", "-2147483648", -2147483648],
    ["UInt64", "18446744073709551615", 18446744073709551615n],
    ["Float64", "1", 1],
    ["Float64", "9223372036854775809", 9223372036854775808],
    ["F", "9223372036854775809", 9223372036854775809n],
    ["F", "1.5", 1.5],
    ["NF", "null", null],
    ["NF", "2", 2],
    ["Boolean", "true", true],
    ["String", '""', ""],
    ["Bytes", '"é"', "é"],
    ['Timestamp("%Y")', '"2015"', "2015"],
    ["U", "a", { tag: "a", union: { namespace: "t", name: "U" } }],
    ["U", "other", { tag: "other", union: { namespace: "t", name: "U" } }],
    ["W", "a", { tag: "a", union: { namespace: "t", name: "W" } }],
    ["AU", "a", { tag: "a", union: { namespace: "t", name: "U" } }],
    ["NU", "a", { tag: "a", union: { namespace: "t", name: "U" } }],
    ["NU", "null", null],
  ])("DEF-2: the default %s = %s is accepted", (type, value, expected) => {
    expect(
      fieldNamed(
        apiOf(stone`
          struct S
              f ${type} = ${value}${union}
        `),
        "S",
        "f",
      ).default,
    ).toEqual(expected);
  });

  test.each([
    ["Int32", "1.0"],
    ["Int32", "2147483648"],
    ["Int32", "null"],
    ["Float32", "3.5e38"],
    ["Float64", "1e999"],
    ["Float64", "abc"],
    ["F", '"1"'],
    ["Boolean", "1"],
    ["Boolean", "True"],
    ["String", "5"],
    ["String", "abc"],
    ["Bytes", "5"],
    ['Timestamp("%Y")', "2015"],
    ["U", "v"],
    ["U", "n"],
    ["U", "z"],
    ["U", '"a"'],
    ["U", "null"],
    ["AU", "null"],
    ["S", "d"],
    ["List(String)", "a"],
    ["Map(String, String)", '"a"'],
  ])("DEF-2, DEF-3: the default %s = %s is refused", (type, value) => {
    expect(
      errorsOf(stone`
        struct S
            f ${type} = ${value}${union}
      `),
    ).toEqual([expect.stringMatching(/^3 /)]);
  });
});
