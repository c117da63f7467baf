import { describe, expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { apiOf, errorsOf, fieldNamed, typeNamed } from "../../support/stone.js";
import { specFiles, stone } from "../../support/stone-text.js";

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
  ])("TYPE-1: the type %s is accepted", (written, type) => {
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
  ])("TYPE-1, TYPE-3: %s is refused, once", (type) => {
    expect(
      errorsOf(stone`
        alias A = String
        alias B = ${type}
      `),
    ).toEqual([expect.stringMatching(/^3 /)]);
  });

  test("TYPE-2: a question mark makes a type nullable, wherever the type stands", () => {
    const api = apiOf("struct S\n    a String?\n    b List(Int32?)?\n    c Map(String, S?)");
    expect(typeNamed(api, "S").fields.map(({ type }) => type)).toEqual([
      { kind: "nullable", of: { kind: "string" } },
      { kind: "nullable", of: { kind: "list", of: { kind: "nullable", of: { kind: "int32" } } } },
      {
        kind: "map",
        key: { kind: "string" },
        value: { kind: "nullable", of: { kind: "ref", namespace: "t", name: "S" } },
      },
    ]);
    expect(errorsOf("struct S\n    a String??")).toEqual(["3 nullable-twice-written"]);
  });

  test.each([
    ["List(itemz=1)", "missing-type-argument"],
    ["Boolean(1, itemz=1)", "too-many-type-arguments"],
    ["List(String, min_items=-1, itemz=1)", "unknown-type-argument"],
    ["List(String, data_type=String, min_items=-1)", "positional-by-keyword"],
    ["List(String, min_items=-1)", "invalid-type-argument"],
  ])("TYPE-3: of several mistakes in %s the first of the order is reported (%s)", (type, code) => {
    expect(errorsOf(`alias A = ${type}`)).toEqual([`2 ${code}`]);
  });

  test("TYPE-3: each wrong keyword of a type is reported", () => {
    const errors = ["2 unknown-type-argument", "2 positional-by-keyword"];
    expect(errorsOf("alias A = List(String, itemz=1, data_type=String, max_items=0)")).toEqual(errors);
  });

  test.each([
    ["min_items=0, max_items=1", []],
    ["min_items=5, max_items=5", []],
    ["min_items=-1", ["2 invalid-type-argument"]],
    ["max_items=0", ["2 invalid-type-argument"]],
    ["min_items=2, max_items=1", ["2 invalid-type-argument"]],
    ["min_items=1.0", ["2 invalid-type-argument"]],
  ])("TYPE-10: the bounds of a list are checked: %s", (bounds, errors) => {
    expect(errorsOf(`alias A = List(String, ${bounds})`)).toEqual(errors);
  });

  test.each(["S", "U", "A", "Void", "List(Int32)", "Map(String, S?)", 'Timestamp("%Y")', "String?"])(
    "TYPE-11: items of lists and values of maps may be %s",
    (type) => {
      const types = "struct S\n    f String\nunion U\n    a\nalias A = S?\n";
      expect(errorsOf(`${types}alias L = List(${type})\nalias M = Map(String, List(${type}))`)).toEqual([]);
    },
  );

  test.each(["5", '"x"', "null", "true"])("TYPE-11: the literal %s is not a type", (literal) => {
    expect(errorsOf(`alias L = List(${literal})`)).toEqual(["2 literal-as-type"]);
    expect(errorsOf(`alias M = Map(String, ${literal})`)).toEqual(["2 literal-as-type"]);
  });

  test.each([
    ["String", []],
    ['String(max_length=3, pattern="a*")', []],
    ["String?", ["3 map-key-type"]],
    ["A", ["3 map-key-type"]],
    ["Int32", ["3 map-key-type"]],
    ["Bytes", ["3 map-key-type"]],
  ])("TYPE-12: the key of a map is String itself: %s", (key, errors) => {
    expect(errorsOf(`alias A = String\nalias M = Map(${key}, String)`)).toEqual(errors);
  });

  test.each([
    ["route r(Void, Void, Void)", []],
    ["alias L = List(Void)", []],
    ["alias N = Void?", ["3 nullable-void"]],
    ["alias N = V?", ["3 nullable-void"]],
    ["struct S\n    f Void", ["4 field-without-type"]],
    ["struct S\n    f V", ["4 field-without-type"]],
    ["union U\n    a Void", ["4 explicit-void"]],
    ["union U\n    a V", ["4 explicit-void"]],
  ])("TYPE-13: whether Void may stand in %j is checked", (definition, errors) => {
    expect(errorsOf(`alias V = Void\n${definition}`)).toEqual(errors);
  });

  test.each([
    "Int32(min_value=null)",
    "Float64(max_value=null)",
    "String(min_length=null)",
    "String(max_length=null)",
    "String(pattern=null)",
    "Timestamp(null)",
    "List(String, min_items=null)",
  ])("TYPE-14: no parameter accepts null: %s", (type) => {
    expect(errorsOf(`alias A = ${type}`)).toEqual(["2 invalid-type-argument"]);
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

  const others = stone`
    import u
    annotation D = Deprecated
    annotation_type X
        p String
    route r(Void, Void, Void)
    struct S
        f String
    union U
        a
    alias A = String
    namespace u
    struct Q
        f String
  `;

  test.each([
    ["String", { kind: "string" }],
    ["S", { kind: "ref", namespace: "t", name: "S" }],
    ["U", { kind: "ref", namespace: "t", name: "U" }],
    ["A", { kind: "ref", namespace: "t", name: "A" }],
    ["u.Q", { kind: "ref", namespace: "u", name: "Q" }],
    ["u.String", { kind: "string" }],
  ])("REF-1, REF-2: %s is a type", (written, type) => {
    expect(fieldNamed(apiOf(`struct Holder\n    f ${written}\n${others}`), "Holder", "f").type).toEqual(type);
  });

  test.each([
    ["D", "not-a-type"],
    ["X", "not-a-type"],
    ["r", "not-a-type"],
    ["u", "not-a-type"],
    ["S(1)", "arguments-on-named-type"],
    ["U(min_items=1)", "arguments-on-named-type"],
    ["A(min_length=1)", "arguments-on-named-type"],
    ['u.Q("x")', "arguments-on-named-type"],
  ])("REF-2: %s is not a type (%s)", (written, code) => {
    expect(errorsOf(`struct Holder\n    f ${written}\n${others}`)).toEqual([`3 ${code}`]);
  });

  test("REF-3: each use of a built-in type has parameters of its own", () => {
    const api = apiOf(stone`
      struct S
          a String(min_length=1)
          b String(max_length=2)
          c String
          d List(Int32(min_value=1), max_items=5)
          e List(Int32)
    `);
    expect(typeNamed(api, "S").fields.map(({ type }) => type)).toEqual([
      { kind: "string", minLength: 1 },
      { kind: "string", maxLength: 2 },
      { kind: "string" },
      { kind: "list", of: { kind: "int32", min: 1 }, maxItems: 5 },
      { kind: "list", of: { kind: "int32" } },
    ]);
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

  test.each([
    ["String(max_length=3)?", { kind: "nullable", of: { kind: "string", maxLength: 3 } }],
    ["List(S?)", { kind: "list", of: { kind: "nullable", of: { kind: "ref", namespace: "t", name: "S" } } }],
    ["U", { kind: "ref", namespace: "t", name: "U" }],
    ["A", { kind: "ref", namespace: "t", name: "A" }],
    ["Void", { kind: "void" }],
    ["u.Q?", { kind: "nullable", of: { kind: "ref", namespace: "u", name: "Q" } }],
  ])("ALIAS-1: an alias names %s, with documentation and annotations", (written, type) => {
    const annotation = 'annotation Custom = X("p")\n';
    const api = apiOf(`alias Named = ${written}\n    @Custom\n    "Doc."\n${annotation}${others}`);
    const alias = api.namespaces[0]?.aliases.find(({ name }) => name === "Named");
    expect(alias).toMatchObject({ type, doc: { text: "Doc." }, annotations: [{ args: { p: "p" } }] });
  });

  test.each([
    ["after extends", "struct T extends AS\n    g String", "extends-alias"],
    ["after extends of a union", "union V extends AU\n    b", "extends-alias"],
    [
      "in a list of subtypes",
      "struct R\n    union\n        s AR\nstruct RS extends R\n    g String",
      "subtype-not-struct",
    ],
    ["as the key of a map", "alias M = Map(AT, String)", "map-key-type"],
    ["as the type of a parameter", "annotation_type P\n    p AT", "parameter-type"],
    ["in a reference of documentation", 'struct T\n    "See :type:`AS`."\n    g String', "doc-not-a-type"],
    ["for a redactor on a field", "struct T\n    g AT\n        @D", "redactor-on-aliased-field"],
  ])("ALIAS-2: an alias does not stand for its target %s", (_, written, code) => {
    const targets = "struct S\n    f String\nunion U\n    a\nalias AS = S\nalias AU = U\nalias AT = String\n";
    const rest = `${targets}annotation D = RedactedBlot\n${written.includes("AR") ? "alias AR = RS\n" : ""}`;
    const errors = errorsOf(`${rest}${written}`);
    expect(errors.map((error) => error.replace(/^\d+ /, ""))).toContain(code);
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
