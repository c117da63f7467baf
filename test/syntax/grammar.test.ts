import { describe, expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { StoneParser } from "../../src/syntax/parser.js";
import { apiOf, errorsOf, examplesOf, fieldNamed, namesOf, typeNamed } from "../support/stone.js";
import { stone } from "../support/stone-text.js";

test("GRAM-1: the grammar is unambiguous and has no left recursion", () => {
  expect(() => new StoneParser({ skipValidations: false })).not.toThrow();
});

describe("definitions and bodies", () => {
  test("GRAM-2: imports may stand after definitions", () => {
    expect(
      errorsOf(stone`
        struct S
            f u.Q
        import u
        namespace u
        struct Q
            f String
      `),
    ).toEqual([]);
  });

  test.each([
    [
      "a struct",
      stone`
        struct S
        struct Q
            f String
      `,
    ],
    ["a union", "union U"],
    [
      "a patch",
      stone`
        struct S
            f String
        patch struct S
      `,
    ],
    ["an annotation type", "annotation_type A"],
  ])("GRAM-3: %s needs a body", (_what, spec) => {
    expect(errorsOf(spec)).toEqual([expect.stringMatching(/missing-body$/)]);
  });

  test("GRAM-3, STRUCT-6, UNION-8: documentation or an example is body enough", () => {
    const api = apiOf(stone`
      struct S
          "."
      struct Q
          example d
      union U
          "."
      union_closed V
          "."
    `);
    expect(typeNamed(api, "S").fields).toEqual([]);
    expect(namesOf(typeNamed(api, "U").fields)).toEqual(["other"]);
    expect(typeNamed(api, "V").fields).toEqual([]);
  });

  test.each([
    [
      "a field after an example",
      stone`
        struct S
            example d
            f String
      `,
      "4 wrong-order",
    ],
    [
      "a second documentation",
      stone`
        struct S
            "a"
            "b"
            f String
      `,
      "4 part-twice",
    ],
    [
      "documentation after a field",
      stone`
        struct S
            f String
            "a"
      `,
      "4 wrong-order",
    ],
    [
      "subtypes after a field",
      stone`
        struct S
            f String
            union
                a A
      `,
      "4 wrong-order",
    ],
    [
      "a second list of subtypes",
      stone`
        struct S
            union
                a A
            union
                b B
      `,
      "5 part-twice",
    ],
    [
      "an annotation after documentation",
      stone`
        struct S
            f String
                "a"
                @D
      `,
      "5 annotation-not-here",
    ],
    [
      "documentation after an inline definition",
      stone`
        struct S
            f Q
                struct
                    g String
                "a"
      `,
      "6 unexpected-line",
    ],
    [
      "documentation after attributes",
      stone`
        route r(Void, Void, Void)
            attrs
                a = 1
            "a"
      `,
      "5 unexpected-line",
    ],
  ])("GRAM-4: %s is refused", (_what, spec, error) => {
    expect(errorsOf(spec)).toEqual([error]);
  });

  test("GRAM-5: a parent may be qualified, but not nullable", () => {
    expect(
      errorsOf(stone`
        import u
        struct S extends u.Q
            f String
        namespace u
        struct Q
            g String
      `),
    ).toEqual([]);
    expect(
      errorsOf(stone`
        struct A
            f String
        struct S extends A?
            g String
      `),
    ).toEqual(["4 nullable-parent"]);
  });

  test("GRAM-6: members of a list of subtypes have a type and nothing else", () => {
    expect(
      errorsOf(stone`
        struct S
            union
                a
      `),
    ).toEqual(["4 incomplete-line"]);
    expect(
      errorsOf(stone`
        struct S
            union
                a A
                    "doc"
      `),
    ).toEqual(["5 unexpected-indentation"]);
    expect(
      errorsOf(stone`
        struct S
            union
                a A = b
      `),
    ).toEqual(["4 unexpected-token"]);
  });

  test.each([0, 1, 2, 4])("GRAM-7: a route cannot have %i types", (count) => {
    const types = Array.from({ length: count }, () => "Void").join(", ");
    expect(errorsOf(`route r(${types})`)).toEqual(["2 route-types"]);
  });

  test("GRAM-8: arguments are refused if a positional one follows a keyword, or a comma ends them", () => {
    expect(errorsOf("alias A = List(max_items=5, String)")).toEqual(["2 positional-after-keyword"]);
    expect(errorsOf("alias A = String(min_length=1,)")).toEqual(["2 trailing-comma"]);
    expect(
      errorsOf(stone`
        struct S
            f List(Int32)
            example d
                f = [1,]
      `),
    ).toEqual(["5 trailing-comma"]);
    expect(
      errorsOf(stone`
        struct S
            f Map(String, Int32)
            example d
                f = {"a": 1,}
      `),
    ).toEqual(["5 trailing-comma"]);
    expect(errorsOf("alias A = String??")).toEqual(["2 nullable-twice-written"]);
    expect(errorsOf("alias A = String?(min_length=1)")).toEqual(["2 unexpected-token"]);
    expect(
      fieldNamed(
        apiOf(stone`
          struct S
              f String()
        `),
        "S",
        "f",
      ).type,
    ).toEqual({ kind: "string" });
  });

  test("GRAM-9: a tag without a type cannot have a default", () => {
    expect(
      errorsOf(stone`
        union U
            a = 1
      `),
    ).toEqual(["3 default-without-type"]);
    expect(
      errorsOf(stone`
        struct S
            a = 1
      `),
    ).toEqual(["3 default-without-type"]);
  });

  test.each([
    [
      "documentation",
      stone`
        patch struct S
            "doc"
            g String?
      `,
    ],
    [
      "a parent",
      stone`
        patch struct S extends Q
            g String?
      `,
    ],
    [
      "subtypes",
      stone`
        patch struct S
            union
                a A
      `,
    ],
  ])("GRAM-10: patches take no %s", (_what, patch) => {
    expect(
      errorsOf(stone`
        struct S
            f String
        ${patch}
      `),
    ).toEqual([expect.stringMatching(/^[45] not-in-patch$/)]);
  });

  test("GRAM-11: types, routes and examples cannot be annotated", () => {
    expect(
      errorsOf(stone`
        annotation D = Deprecated()
        struct S
            @D
            f String
      `),
    ).toEqual(["4 annotation-not-here"]);
    expect(
      errorsOf(stone`
        annotation D = Deprecated()
        route r(Void, Void, Void)
            @D
      `),
    ).toEqual(["4 annotation-not-here"]);
    expect(
      errorsOf(stone`
        annotation D = Deprecated()
        struct S
            example d
                @D
      `),
    ).toEqual(["5 annotation-not-here"]);
  });

  test("GRAM-12: an example may be empty; with text it needs a field", () => {
    expect(
      examplesOf(
        apiOf(stone`
          struct S
              f String?
              example d
        `),
        "S",
      ),
    ).toEqual({ d: {} });
    expect(
      errorsOf(stone`
        struct S
            f String?
            example d
                "text"
      `),
    ).toEqual(["5 example-without-fields"]);
  });

  test("GRAM-13: maps stand on one line or on several; the last value of a key counts, at the place of the first", () => {
    const api = apiOf(
      "struct S\n    m Map(String, Int32)\n    n Map(String, Int32)\n    o Map(String, Map(String, List(Int32)))\n" +
        '    example d\n        m = {"a": 1, "b": 2, "a": 3}\n        n = {\n            "a": 1,\n            "b": 2, "c": 3\n        }\n' +
        '        o =\n            {\n                "a": {"b": [1, 2]}, "c": {}\n            }',
    );
    expect(examplesOf(api, "S")).toEqual({
      d: { m: { a: 3, b: 2 }, n: { a: 1, b: 2, c: 3 }, o: { a: { b: [1, 2] }, c: {} } },
    });
    expect(Object.keys((examplesOf(api, "S")["d"] as { m: object }).m)).toEqual(["a", "b"]);
  });

  test.each([
    [
      stone`
        struct S:
            f String
      `,
      "2 unexpected-colon",
    ],
    [
      stone`
        union U*
            a
      `,
      "2 illegal-character",
    ],
    [
      stone`
        struct S
            f String "doc"
      `,
      "3 documentation-on-same-line",
    ],
    [
      stone`
        struct S "doc"
            f String
      `,
      "2 documentation-on-same-line",
    ],
    ['route r(Void, Void, Void) "doc"', "2 documentation-on-same-line"],
  ])("GRAM-14: nothing follows on the line of a header: %s", (spec, error) => {
    expect(errorsOf(spec)).toEqual([error]);
  });
});

describe("after a syntax error", () => {
  test("PHASE-2: the next definition after a syntax error is read, and what the wrong one may declare is not reported as unknown", () => {
    expect(
      errorsOf(
        'struct S\n    f: String\nunion U\n    a,\nstruct Q\n    f S\n    g U = a\n        "See :field:`S.f`."\n' +
          "route r(S, U, Missing)\npatch struct S\n    h String",
      ),
    ).toEqual(["3 unexpected-colon", "5 unexpected-comma", "10 unknown-type"]);
  });

  test("a missing quote is one error with a hint at the string, also if it swaps all later text and code", () => {
    const text = [
      "namespace t",
      "struct S",
      "    \"It's the first.",
      "    f String",
      "",
      "struct Q",
      '    "It\'s the second; and (more)."',
      "    f S",
      "",
      "struct R",
      '    "And * the third."',
      "    f Q",
      '        "Odd."',
      "",
      "alias A = List(R)",
    ].join("\n");
    for (const spec of [text, `${text}\nalias B = String(pattern="x")`]) {
      const { diagnostics } = compile([{ path: "t.stone", text: spec }]);
      expect(diagnostics).toHaveLength(1);
      expect(diagnostics[0]).toMatchObject({ code: "unterminated-string", line: 3, column: 5 });
    }
  });

  test("a file without a readable namespace does not make its names unknown elsewhere", () => {
    expect(
      errorsOf(stone`
        import u
        struct S
            f u.Q
            g u.Q
        namespace u.x
        struct Q
            f String
      `),
    ).toEqual(["1 dotted-namespace"]);
  });
});
