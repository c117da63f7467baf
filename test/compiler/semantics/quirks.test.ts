import { describe, expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { specFiles, stone } from "../../support/stone-text.js";
import {
  apiOf,
  apiOfTexts,
  errorsOf,
  errorsOfTexts,
  examplesOf,
  fieldNamed,
  namesOf,
  typeNamed,
} from "../../support/stone.js";

// The differences from the original compiler, except those of the wire format (`docs/language/differences.md`).

describe("where Stone is followed", () => {
  test("QUIRK-5: defaults of tags are ignored, even wrong ones, with a warning", () => {
    const { api, diagnostics } = compile(
      specFiles(stone`
        union U
            a Int32 = "x"
      `),
    );
    expect(api).toBeDefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(["ignored-tag-default"]);
  });

  test("QUIRK-11: parameters of annotation types cannot be of types that are imported or come later", () => {
    expect(
      errorsOf(stone`
        annotation_type X
            p Later
        alias Later = String
      `),
    ).toEqual(["3 parameter-type"]);
    expect(
      errorsOf(stone`
        import u
        annotation_type X
            p u.A
        namespace u
        alias A = String
      `),
    ).toEqual(["4 parameter-type"]);
  });
});

describe("where we do better than Stone", () => {
  test("QUIRK-1: a reserved word among fields is reported where it stands", () => {
    expect(
      errorsOf(stone`
        struct S
            f String
            error String
            g String
      `),
    ).toEqual(["4 reserved-word"]);
  });

  test("QUIRK-2: digits are ASCII", () => {
    expect(
      errorsOf(stone`
        struct S
            f Int32 = ٣
      `),
    ).toEqual(["3 illegal-character"]);
  });

  test("QUIRK-4: tabs do not indent", () => {
    expect(errorsOfTexts(["namespace t\nstruct S\n\t\t\t\tf String"])).toEqual(["3 tab-indentation"]);
  });

  test("QUIRK-6: booleans are no numbers, strings no floats, fractions no counts", () => {
    expect(
      errorsOf(stone`
        struct S
            f Int32 = true
      `),
    ).toEqual(["3 invalid-default"]);
    expect(
      errorsOf(stone`
        struct S
            f Float64 = "1.5"
      `),
    ).toEqual(["3 invalid-default"]);
    expect(errorsOf("alias A = Int32(min_value=true)")).toEqual(["2 invalid-type-argument"]);
    expect(errorsOf("alias A = List(String, min_items=1.5)")).toEqual(["2 invalid-type-argument"]);
  });

  test("QUIRK-7: literals are no types", () => {
    expect(errorsOf("alias A = List(5)")).toEqual(["2 literal-as-type"]);
    expect(errorsOf("alias A = Map(String, null)")).toEqual(["2 literal-as-type"]);
  });

  test("QUIRK-8: an alias of Void is Void: no field, and not nullable", () => {
    expect(
      errorsOf(stone`
        alias V = Void
        struct S
            f V
      `),
    ).toEqual(["4 field-without-type"]);
    expect(
      errorsOf(stone`
        alias V = Void
        union U
            a V?
      `),
    ).toEqual(["4 nullable-void"]);
  });

  test("QUIRK-9: a nullable type of a nullable alias is an error in any order of declarations", () => {
    expect(
      errorsOf(stone`
        alias B = A?
        alias A = String?
      `),
    ).toEqual(["2 nullable-twice"]);
    expect(errorsOf("alias A = A?")).toEqual(["2 circular-alias"]);
  });

  test("QUIRK-10: annotations may come from a namespace that appears later", () => {
    const api = apiOf(
      stone`
        import u
        struct S
            f String
                @u.A
        namespace u
        annotation_type X
            p Int32 = 1
        annotation A = X()
      `,
    );
    expect(fieldNamed(api, "S", "f").annotations).toHaveLength(1);
  });

  test("NAME-6, QUIRK-12: definitions of different namespaces do not clash", () => {
    expect(errorsOfTexts(["namespace c\nalias Ab = String", "namespace bc\nalias A = String"])).toEqual([]);
  });

  test("QUIRK-13: an import does not replace a definition of its name, nor does a definition look like an import", () => {
    expect(
      errorsOf(stone`
        import u
        alias u = String
        namespace u
        alias A = String
      `),
    ).toEqual(["2 duplicate-name"]);
    expect(
      errorsOf(stone`
        import u
        alias A = u.t
        namespace u
        alias t = String
      `),
    ).toEqual([]);
  });

  test("QUIRK-14: annotations, annotation types and namespaces are no types", () => {
    expect(
      errorsOf(stone`
        annotation D = Deprecated()
        alias A = D
      `),
    ).toEqual(["3 not-a-type"]);
    expect(
      errorsOf(stone`
        annotation_type X
            p String
        alias A = X
      `),
    ).toEqual(["4 not-a-type"]);
    expect(
      errorsOf(stone`
        import u
        alias A = u
        namespace u
        alias B = String
      `),
    ).toEqual(["3 not-a-type"]);
  });

  test("QUIRK-15: all patches of a type take effect, in order", () => {
    const api = apiOf(stone`
      struct S
          f String
      patch struct S
          g String?
      patch struct S
          h String?
    `);
    expect(namesOf(typeNamed(api, "S").fields)).toEqual(["f", "g", "h"]);
  });

  test("QUIRK-16: arguments of built-in annotations are strings, and expressions compile", () => {
    expect(errorsOf("annotation O = Omitted(5)")).toEqual(["2 builtin-annotation-arguments"]);
    expect(errorsOf("annotation O = RedactedBlot(null)")).toEqual(["2 builtin-annotation-arguments"]);
    expect(errorsOf('annotation O = RedactedBlot("a(")')).toEqual(["2 invalid-pattern"]);
  });

  test("QUIRK-17: the notice of a field without documentation stands alone", () => {
    const api = apiOf(stone`
      annotation D = Deprecated()
      struct S
          f String
              @D
    `);
    expect(fieldNamed(api, "S", "f").doc?.text).toBe("Field is deprecated.");
  });

  test("QUIRK-18: a written example whose label is a tag keeps its value, in the list and where it is referred to", () => {
    const api = apiOf(
      stone`
        union U
            a
            b String
            example a
                b = "x"
        struct S
            f U
            example d
                f = a
      `,
    );
    const written = { ".tag": "b", b: "x" };
    expect(examplesOf(api, "U")).toEqual({ a: written, other: { ".tag": "other" } });
    expect(examplesOf(api, "S")).toEqual({ d: { f: written } });
  });

  test("QUIRK-19: the example of a struct with subtypes has its own label and text", () => {
    const api = apiOf(
      stone`
        struct R
            union
                f F
            example own
                "Own."
                f = theirs
        struct F extends R
            y String?
            example theirs
                "Theirs."
                y = null
      `,
    );
    expect(typeNamed(api, "R").examples).toEqual([{ label: "own", doc: "Own.", value: { ".tag": "f" } }]);
  });

  const q = "\nstruct Q\n    g Int32\n    example d\n        g = 1";

  test("QUIRK-21: a tag whose type is an alias of a struct is flattened", () => {
    expect(
      examplesOf(
        apiOf(stone`
          union_closed U
              a A
              example x
                  a = d
          alias A = Q${q}
        `),
        "U",
      ),
    ).toEqual({
      x: { ".tag": "a", g: 1 },
    });
  });

  test("QUIRK-22: labels are resolved inside of all lists and maps", () => {
    const api = apiOf(
      `struct S\n    f L\n    example x\n        f = [d]\nalias L = List(Q)\nunion_closed U\n    m Map(String, Q)\n    n List(List(Q)?)\n` +
        `    example m\n        m = {"k": d}\n    example n\n        n = [[d], null]${q}`,
    );
    expect(examplesOf(api, "S")).toEqual({ x: { f: [{ g: 1 }] } });
    expect(examplesOf(api, "U")).toEqual({
      m: { ".tag": "m", m: { k: { g: 1 } } },
      n: { ".tag": "n", n: [[{ g: 1 }], null] },
    });
  });

  test("QUIRK-23: a label for a field whose type is an alias of a nullable struct is resolved", () => {
    expect(
      examplesOf(
        apiOf(stone`
          struct S
              f A
              example x
                  f = d
          alias A = Q?${q}
        `),
        "S",
      ),
    ).toEqual({
      x: { f: { g: 1 } },
    });
  });

  test("QUIRK-24: null for a tag of nullable struct type is the tag alone", () => {
    expect(
      examplesOf(
        apiOf(stone`
          union_closed U
              a Q?
              example x
                  a = null${q}
        `),
        "U",
      ),
    ).toEqual({
      x: { ".tag": "a" },
    });
  });

  test("QUIRK-25: wrong values for maps, labels of tags with a value and examples that include themselves are reported", () => {
    expect(
      errorsOf(stone`
        struct S
            f Map(String, String)
            example x
                f = d
      `),
    ).toEqual(["5 example-value"]);
    expect(
      errorsOf(stone`
        union U
            a Q
        struct S
            f U
            example x
                f = a${q}
      `),
    ).toEqual(["7 example-unknown-label"]);
    expect(
      errorsOf(stone`
        struct S
            f List(S)
            example x
                f = [x]
      `),
    ).toEqual(["5 example-contains-itself"]);
  });

  test("QUIRK-26: a default tag in an example is that tag, whatever example has its name", () => {
    const api = apiOf(stone`
      union U
          a
          b String
          example a
              b = "x"
      struct S
          f U = a
          example d
    `);
    expect(examplesOf(api, "S")).toEqual({ d: { f: { ".tag": "a" } } });
  });

  test("QUIRK-28: annotations are found through recursive types", () => {
    const api = apiOfTexts([
      "namespace t\nimport u\nstruct A\n    b B\nstruct B\n    a A\n    x u.X",
      "namespace u\nimport v\nstruct X\n    f String\n        @v.N",
      "namespace v\nannotation_type T\n    p Int32 = 1\nannotation N = T",
    ]);
    expect(api.namespaces[0]?.imports).toEqual([
      { namespace: "u", for: ["dataType"] },
      { namespace: "v", for: ["annotationType"] },
    ]);
  });

  test("QUIRK-31: a redactor on an alias of an alias does not touch the inner one", () => {
    const api = apiOf(stone`
      annotation D = RedactedBlot()
      alias A = String
      alias B = A
          @D
    `);
    expect(api.namespaces[0]?.aliases.map(({ name, redactor }) => [name, redactor !== undefined])).toEqual([
      ["A", false],
      ["B", true],
    ]);
  });

  test("QUIRK-32: routes with two types, odd references and names with hyphens are reported", () => {
    expect(errorsOf("route r(Void, Void)")).toEqual(["2 route-types"]);
    expect(errorsOf(["struct a-b", '    ":field:`x-y.z-z`"', "    f-f Missing-Type"].join("\n"))).toEqual([
      "3 doc-not-a-type",
      "4 unknown-type",
    ]);
  });
});
