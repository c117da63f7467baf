import { describe, expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { apiOf, errorsOf, fieldNamed, namesOf, typeNamed } from "../stone.js";
import { specFiles, stone } from "../stone-text.js";

describe("types and their parameters", () => {
  test.each([
    ["Boolean", { kind: "boolean" }],
    ["Bytes", { kind: "bytes" }],
    ["UInt64(max_value=18446744073709551615)", { kind: "uint64", max: 18446744073709551615n }],
    ["Int64(min_value=-9223372036854775808, max_value=-1)", { kind: "int64", min: -9223372036854775808n, max: -1 }],
    ["Float32(min_value=1, max_value=3.40282e38)", { kind: "float32", min: 1, max: 3.40282e38 }],
    [
      'String(min_length=0, max_length=3, pattern="[a-z]")',
      { kind: "string", minLength: 0, maxLength: 3, pattern: "[a-z]" },
    ],
    ['String(pattern="")', { kind: "string", pattern: "" }],
    ['Timestamp("%Y %Q")', { kind: "timestamp", format: "%Y %Q" }],
    ["List(Void, min_items=0, max_items=2)", { kind: "list", of: { kind: "void" }, minItems: 0, maxItems: 2 }],
    [
      "Map(String(max_length=2), List(Int32?)?)?",
      {
        kind: "nullable",
        of: {
          kind: "map",
          key: { kind: "string", maxLength: 2 },
          value: { kind: "nullable", of: { kind: "list", of: { kind: "nullable", of: { kind: "int32" } } } },
        },
      },
    ],
  ])("TYPE-1: %s", (written, type) => {
    expect(
      fieldNamed(
        apiOf(stone`
          struct S
              f ${written}
        `),
        "S",
        "f",
      ).type,
    ).toEqual(type);
  });

  test.each([
    "Int32(max_value=-2147483649)",
    "Int32(min_value=5000000000)",
    "UInt32(max_value=-1)",
    "Float64(min_value=2, max_value=1)",
    "String(min_length=0, max_length=1)",
    "List(String, min_items=0, max_items=1)",
  ])("TYPE-4, TYPE-5: %s is not checked any further", (type) => {
    expect(errorsOf(`alias A = ${type}`)).toEqual([]);
  });

  test.each([
    "Int32(min_value=null)",
    "Boolean(min_value=1)",
    "Bytes(max_length=1)",
    "Void(1)",
    "Timestamp",
    'Timestamp(fmt="%Y")',
    "Map(String)",
    "Map(A, String)",
    "Map(String?, String)",
    "List(Missing, min_items=-1)",
    "Any",
    "Int8",
    "Int32(max_value=Int32)",
    "List(String, max_items=1.5)",
    "Float64(max_value=" + "9".repeat(400) + ")",
  ])("TYPE-1 to TYPE-14: %s is refused, once", (type) => {
    expect(
      errorsOf(stone`
        alias A = String
        alias B = ${type}
      `),
    ).toEqual([expect.stringMatching(/^3 /)]);
  });

  test("TYPE-6: lengths are in code points", () => {
    expect(
      errorsOf(stone`
        struct S
            f String(max_length=2) = "😀😀"
      `),
    ).toEqual([]);
    expect(
      errorsOf(stone`
        struct S
            f String(min_length=2) = "😀"
      `),
    ).toEqual(["3 invalid-default"]);
  });

  test("TYPE-7, TYPE-8: a pattern is in Python's dialect, and must match at the start", () => {
    expect(
      errorsOf(stone`
        struct S
            f String(pattern="(?P<a>b)(?P=a)") = "bbc"
      `),
    ).toEqual([]);
    expect(
      errorsOf(stone`
        struct S
            f String(pattern="b") = "ab"
      `),
    ).toEqual(["3 invalid-default"]);
    const [diagnostic] = compile(specFiles('alias A = String(pattern="\\\\d[")')).diagnostics;
    expect(diagnostic).toMatchObject({ code: "invalid-pattern", line: 2, column: 30, endColumn: 31 });
  });

  test("TYPE-9: a format shows its faults only when a value is checked against it", () => {
    expect(
      errorsOf(stone`
        struct S
            f Timestamp("%Q")
      `),
    ).toEqual([]);
    expect(
      errorsOf(stone`
        struct S
            f Timestamp("%Q") = "x"
      `),
    ).toEqual(["3 invalid-default"]);
    expect(
      errorsOf(stone`
        struct S
            f Timestamp("%Y-%m-%d") = "2015-1-2"
      `),
    ).toEqual([]);
    expect(
      errorsOf(stone`
        struct S
            f Timestamp("%Y-%m-%d") = "2015-02-30"
      `),
    ).toEqual(["3 invalid-default"]);
  });

  test("REF-4: items and the list are nullable each for itself", () => {
    expect(
      errorsOf(stone`
        alias A = String?
        alias B = List(A)?
        alias C = List(String?)?
      `),
    ).toEqual([]);
  });

  test("ALIAS-4: recursion through lists and maps is fine, through aliases alone it is not", () => {
    expect(
      errorsOf(stone`
        alias A = List(A)
        alias J = Map(String, J)
      `),
    ).toEqual([]);
    expect(
      errorsOf(stone`
        alias A = A?
        struct S
            f A
      `),
    ).toEqual(["2 circular-alias"]);
    expect(
      errorsOf(stone`
        struct S
            f A
        alias A = B
        alias B = C
        alias C = B
      `),
    ).toEqual(["6 circular-alias"]);
  });

  test("an unknown type is reported where it is named, not where what names it is used", () => {
    expect(
      errorsOf(
        stone`
          alias A = Missing
          struct S extends Nobody
              f A = 1
              g A?
              example d
                  f = 1
                  h = 1
          route r(A, S, A)
        `,
      ),
    ).toEqual(["2 unknown-type", "3 unknown-type"]);
  });
});

describe("structs and unions", () => {
  test("UNION-2 to UNION-5: who has the catch-all", () => {
    const api = apiOf(
      stone`
        union A
            a
        union B extends A
            b
        union_closed C
            c
        union D extends C
            d
        union_closed E extends C
            e
      `,
    );
    expect(["A", "B", "C", "D", "E"].map((name) => namesOf(typeNamed(api, name).fields))).toEqual([
      ["a", "other"],
      ["b"],
      ["c"],
      ["d", "other"],
      ["e"],
    ]);
    expect(fieldNamed(api, "D", "other").catchAll).toBe(true);
  });

  test("UNION-3: other may be used, and be a field of a struct", () => {
    expect(
      errorsOf(
        [
          "union U",
          '    "See :field:`other`."',
          "    a",
          "    example x",
          "        other = null",
          "struct S",
          "    other U = other",
          "    g U",
          "    example d",
          "        g = other",
        ].join("\n"),
      ),
    ).toEqual([]);
    expect(
      errorsOf(stone`
        union_closed U
            a
        struct S
            f U = other
      `),
    ).toEqual(["5 unknown-default-tag"]);
  });

  test("E-REF-8: a ring is reported once, and nothing else of its members", () => {
    expect(
      errorsOf(
        stone`
          struct A extends B
              a String
          struct B extends C
              a String
          struct C extends A
              a String
          struct D extends A
              d String
        `,
      ),
    ).toEqual([expect.stringMatching(/circular-inheritance$/)]);
    expect(
      errorsOf(stone`
        struct A extends A
            a String
      `),
    ).toEqual(["2 circular-inheritance"]);
  });
});

describe("defaults", () => {
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
  ])("DEF-2: %s = %s", (type, value, expected) => {
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
  ])("DEF-2 to DEF-5: not %s = %s", (type, value) => {
    expect(
      errorsOf(stone`
        struct S
            f ${type} = ${value}${union}
      `),
    ).toEqual([expect.stringMatching(/^3 /)]);
  });
});

describe("enumerated subtypes", () => {
  test("SUB-1, SUB-5: tags may be called like fields of the subtypes, or other", () => {
    const api = apiOf(
      stone`
        struct Node
            union_closed
                size Leaf
                other Tree
            id String
        struct Leaf extends Node
            size UInt64
        struct Tree extends Node
            depth Int32 = 0
      `,
    );
    expect(typeNamed(api, "Node")).toMatchObject({
      subtypes: {
        closed: true,
        tags: [
          { name: "size", type: { namespace: "t", name: "Leaf" } },
          { name: "other", type: { namespace: "t", name: "Tree" } },
        ],
      },
    });
  });

  test("SUB-3: a subtype of another namespace must be listed too", () => {
    expect(
      errorsOf(
        stone`
          struct R
              union
                  f F
          struct F extends R
              y String
          namespace u
          import t
          struct G extends t.R
              z String
        `,
      ),
    ).toEqual(["2 subtype-missing"]);
  });

  test("SUB-2: an alias or a nullable struct is no subtype", () => {
    const rest = "\nstruct F extends R\n    y String\nalias A = F";
    expect(
      errorsOf(stone`
        struct R
            union
                f F
                a A${rest}
      `),
    ).toEqual(["5 subtype-not-struct"]);
    expect(
      errorsOf(stone`
        struct R
            union
                f F?
                g F${rest}
      `),
    ).toEqual(["4 subtype-not-struct"]);
  });
});
