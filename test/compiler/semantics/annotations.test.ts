import { describe, expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { specFiles, stone } from "../../support/stone-text.js";
import { apiOf, errorsOf, fieldNamed } from "../../support/stone.js";

describe("annotations", () => {
  test("ANN-2, ANN-9, ANN-11: the built-in annotations take effect, with their notices in front of the documentation", () => {
    const api = apiOf(
      'annotation D = Deprecated\nannotation O = Omitted(omitted_caller="staff")\nannotation R = RedactedHash("(..).*")\nstruct S\n' +
        '    f String\n        @D\n        @O\n        @R\n        "What it\n        is."\n    g String\n        @O\n    h String\n        @D\n        ""',
    );
    expect(fieldNamed(api, "S", "f")).toMatchObject({
      deprecated: true,
      preview: false,
      omittedCaller: "staff",
      redactor: { kind: "hash", regex: "(..).*", annotation: { namespace: "t", name: "R" } },
      doc: {
        raw: "What it\nis.",
        text: 'Field is only returned for "staff" callers. Field is deprecated. What it is.',
      },
    });
    expect(fieldNamed(api, "S", "g").doc).toEqual({
      raw: undefined,
      text: 'Field is only returned for "staff" callers.',
      parts: [],
    });
    expect(fieldNamed(api, "S", "h").doc).toMatchObject({ raw: "", text: "Field is deprecated. " });
  });

  test.each(["X(1, 2)", "X(a=1, b=2)", "X(b=2, a=1)"])(
    "ANN-1: arguments are all positional or all by keyword: %s",
    (written) => {
      const declared = stone`
      annotation_type X
          a Int32
          b Int32
      annotation A = ${written}
    `;
      expect(apiOf(declared).namespaces[0]?.annotations[0]).toMatchObject({ args: { a: 1, b: 2 } });
    },
  );

  test("ANN-1: positional arguments and keywords are not mixed", () => {
    const declared = "annotation_type X\n    a Int32\n    b Int32\nannotation A = ";
    expect(errorsOf(`${declared}X(1, b=2)`)).toEqual(["5 mixed-arguments"]);
    expect(errorsOf('annotation A = Omitted("a", omitted_caller="b")')).toEqual([expect.stringMatching(/^2 /)]);
  });

  test("ANN-1: an annotation is applied to a field, a tag or an alias, and empty parentheses may be omitted", () => {
    const api = apiOf(stone`
      import u
      annotation_type X
          p Int32 = 1
      annotation A = X
      annotation B = X()
      struct S
          f String
              @A
              @u.C
      union U
          tag
              @B
      alias L = String
          @A
      namespace u
      annotation_type Y
          p Int32 = 2
      annotation C = Y
    `);
    const applied = (
      annotations: readonly { readonly annotation: unknown; readonly args: unknown }[] = [],
    ): unknown[] => annotations.map(({ annotation, args }) => [annotation, args]);
    const a = [{ namespace: "t", name: "A" }, { p: 1 }];
    expect(applied(fieldNamed(api, "S", "f").annotations)).toEqual([a, [{ namespace: "u", name: "C" }, { p: 2 }]]);
    expect(applied(fieldNamed(api, "U", "tag").annotations)).toEqual([[{ namespace: "t", name: "B" }, { p: 1 }]]);
    expect(applied(api.namespaces[0]?.aliases[0]?.annotations)).toEqual([a]);
  });

  test("ANN-4: an annotation type has named parameters, which have types, and may have defaults and documentation", () => {
    const api = apiOf(stone`
      annotation_type X
          "Doc."
          a String(max_length=3)
          b UInt32?
          c Boolean = true
              "Of c."
    `);
    expect(api.namespaces[0]?.annotationTypes[0]).toMatchObject({
      name: "X",
      doc: { text: "Doc." },
      params: [
        { name: "a", type: { kind: "string", maxLength: 3 }, default: undefined, doc: undefined },
        { name: "b", type: { kind: "nullable", of: { kind: "uint32" } } },
        { name: "c", type: { kind: "boolean" }, default: true, doc: { text: "Of c." } },
      ],
    });
  });

  test.each([
    ["two redactors", ["@Blot", "@Hash"], ["annotation-twice"]],
    ["a redactor twice", ["@Blot", "@Blot"], ["annotation-twice"]],
    ["Deprecated", ["@Old"], ["annotation-on-alias"]],
    ["Preview", ["@New"], ["annotation-on-alias"]],
    ["Omitted", ["@Hidden"], ["annotation-on-alias"]],
    ["a redactor and custom annotations", ["@Custom", "@Blot", "@Custom", "@Other"], []],
  ])("ANN-10: an alias has at most one redactor and any number of custom annotations: %s", (_, applied, codes) => {
    const declared = stone`
      annotation Blot = RedactedBlot
      annotation Hash = RedactedHash
      annotation Old = Deprecated
      annotation New = Preview
      annotation Hidden = Omitted("x")
      annotation_type X
          p Int32 = 1
      annotation Custom = X
      annotation Other = X(2)
    `;
    const errors = errorsOf(`${declared}\nalias A = String\n${applied.map((name) => `    ${name}`).join("\n")}`);
    expect(errors.map((error) => error.replace(/^\d+ /, ""))).toEqual(codes);
  });

  const parameters = stone`
    annotation_type X
        a String(max_length=3)
        b Int32?
        c Float64 = 1
        d Boolean = true

  `;
  test.each([
    ['X("x")', { a: "x", c: 1, d: true }],
    ['X("x", 5)', { a: "x", b: 5, c: 1, d: true }],
    ['X("x", null, 2.5, false)', { a: "x", c: 2.5, d: false }],
    ['X(d=false, a="y")', { a: "y", c: 1, d: false }],
  ])("ANN-7, ANN-8: annotation A = %s is accepted", (written, args) => {
    const api = apiOf(`${parameters}annotation A = ${written}`);
    expect(api.namespaces[0]?.annotations[0]).toEqual({
      name: "A",
      kind: "custom",
      type: { namespace: "t", name: "X" },
      args,
    });
  });

  test.each([
    ["X()", "missing-argument"],
    ['X("long")', "invalid-argument"],
    ["X(5)", "invalid-argument"],
    ['X("x", "y")', "invalid-argument"],
    ['X("x", e=1)', "mixed-arguments"],
    ["X(b=1)", "missing-argument"],
    ['X("x", 1, 1, true, 2)', "too-many-arguments"],
    ["X(String)", "invalid-argument"],
    ['X("x", b=1)', "mixed-arguments"],
    ["X(null)", "invalid-argument"],
  ])("ANN-7: annotation A = %s is refused (%s)", (written, code) => {
    expect(errorsOf(`${parameters}annotation A = ${written}`)).toEqual([`7 ${code}`]);
  });

  test("ANN-9: custom annotations may be repeated, and stay in order", () => {
    const api = apiOf(
      stone`
        annotation_type X
            p Int32
        annotation A = X(1)
        annotation B = X(2)
        struct S
            f String
                @B
                @A
                @B
        alias L = List(S)
            @A
      `,
    );
    expect(fieldNamed(api, "S", "f").annotations.map(({ annotation }) => annotation.name)).toEqual(["B", "A", "B"]);
    expect(api.namespaces[0]?.aliases[0]?.annotations).toHaveLength(1);
  });

  test("ANN-3: built-in types have no qualifier, and win over what else has their name", () => {
    const api = apiOf(stone`
      annotation Preview = Deprecated
      alias Deprecated = String
      annotation Custom = Preview
    `);
    expect(api.namespaces[0]?.annotations).toEqual([
      { name: "Custom", kind: "preview" },
      { name: "Preview", kind: "deprecated" },
    ]);
    expect(errorsOf("import u\nannotation A = u.Deprecated\nnamespace u")).toEqual(["3 unknown-annotation-type"]);
  });

  test("ANN-12: without an import or a qualifier, nothing of another namespace is found", () => {
    const u = "namespace u\nannotation_type X\n    p Int32 = 1\nannotation B = X";
    expect(errorsOf(`annotation A = u.X\n${u}`)).toEqual(["2 not-imported"]);
    expect(errorsOf(`import u\nannotation A = X\n${u}`)).toEqual(["3 unknown-annotation-type"]);
    expect(errorsOf(`import u\nalias A = String\n    @B\n${u}`)).toEqual(["4 unknown-annotation"]);
  });

  test("ANN-3, ANN-12: annotations and their types of an import are found with the qualifier", () => {
    expect(
      errorsOf(
        stone`
          import u
          annotation A = u.X
          struct S
              f String
                  @u.B
                  @A
          namespace u
          annotation_type X
              p Int32 = 1
          annotation B = X
        `,
      ),
    ).toEqual([]);
  });

  test.each(["S", "S?", "A", "N?", "List(String)", "List(String)?", "Map(String, String)?", "u.S", "u.S?", "u.A?"])(
    "ANN-5, ANN-6: a parameter of the type %s is refused, because the type is not a primitive one that is named directly",
    (type) => {
      expect(
        errorsOf(stone`
          import u
          annotation_type X
              p ${type}
          struct S
              f u.A
          alias A = String
          alias N = String?
          namespace u
          struct S
              f String
          alias A = String
        `),
      ).toEqual(["4 parameter-type"]);
    },
  );
});

describe("redactors", () => {
  const d = stone`
    annotation D = RedactedBlot()

  `;

  test.each([
    [
      "Boolean",
      stone`
        ${d}struct S
            f Boolean
                @D
      `,
    ],
    [
      "a nullable alias, RED-3",
      stone`
        ${d}alias A = String
        struct S
            f A?
                @D
      `,
    ],
    [
      "a list of an alias of a struct, RED-3",
      stone`
        ${d}struct Q
            f String
        alias A = Q
        struct S
            f List(A)
                @D
      `,
    ],
    [
      "an alias",
      stone`
        ${d}alias A = Map(String, Int32?)
            @D
      `,
    ],
  ])("RED-1 to RED-3, QUIRK-33: a redactor is accepted on %s", (_what, spec) => {
    expect(errorsOf(spec)).toEqual([]);
  });

  test.each([
    [
      "a union",
      stone`
        ${d}union U
            a
        struct S
            f U
                @D
      `,
      "redactor-impossible",
    ],
    [
      "a tag without a value",
      stone`
        ${d}union U
            a
                @D
      `,
      "redactor-impossible",
    ],
    [
      "a map to structs",
      stone`
        ${d}struct Q
            f String
        struct S
            f Map(String, Q)?
                @D
      `,
      "redactor-impossible",
    ],
    [
      "a nullable alias with a redactor",
      stone`
        ${d}alias A = String
            @D
        struct S
            f A?
                @D
      `,
      "redactor-twice",
    ],
  ])("RED-1, RED-2: a redactor is refused on %s", (_what, spec, code) => {
    expect(errorsOf(spec)).toEqual([expect.stringContaining(code)]);
  });

  test("WIRE-54: an expression of a redactor that cannot be generated is a warning, a wrong one an error", () => {
    expect(compile(specFiles('annotation R = RedactedBlot("(a)\\\\1(?(1)b|c)")')).diagnostics).toMatchObject([
      { code: "pattern-not-portable", severity: "warning" },
    ]);
    expect(errorsOf('annotation R = RedactedBlot("(a")')).toEqual(["2 invalid-pattern"]);
  });
});
