import { describe, expect, test } from "vitest";
import { apiOf, errorsOf, fieldNamed, namesOf, typeNamed } from "../../support/stone.js";
import { stone } from "../../support/stone-text.js";

describe("structs", () => {
  test("STRUCT-1: a struct has a parent, its fields in order, those of patches last, subtypes, documentation, examples", () => {
    const api = apiOf(stone`
      patch struct Node
          patched Int32?
      struct Node
          "A node."
          union
              leaf Leaf
          zeta String
          alpha String?
          example one
              leaf = one
      struct Leaf extends Node
          own String?
          example one
              zeta = "z"
    `);
    expect(typeNamed(api, "Node")).toMatchObject({
      parent: undefined,
      doc: { text: "A node." },
      subtypes: { closed: false, tags: [{ name: "leaf", type: { namespace: "t", name: "Leaf" } }] },
      fields: [{ name: "zeta" }, { name: "alpha" }, { name: "patched" }],
      examples: [{ label: "one", value: { ".tag": "leaf", zeta: "z" } }],
    });
    expect(typeNamed(api, "Leaf")).toMatchObject({
      parent: { namespace: "t", name: "Node" },
      fields: [{ name: "own" }],
    });
  });

  test.each([
    ["S", undefined],
    ["u.Q", undefined],
    ["A", "extends-alias"],
    ["u.QA", "extends-alias"],
    ["U", "extends-wrong-kind"],
    ["String", "extends-wrong-kind"],
    ["Missing", "unknown-type"],
    ["v.W", "not-imported"],
    ["Child", "circular-inheritance"],
  ])("STRUCT-2: whether a struct may extend %s is checked", (parent, code) => {
    const errors = errorsOf(stone`
      import u
      struct Child extends ${parent}
          g String
      struct S
          f String
      union U
          a
      alias A = S
      namespace u
      struct Q
          f String
      alias QA = Q
      namespace v
      struct W
          f String
    `);
    expect(errors).toEqual(code === undefined ? [] : [`3 ${code}`]);
  });

  test("STRUCT-3: a field of the type Void, or of an alias of it, is refused", () => {
    expect(errorsOf("struct S\n    f Void")).toEqual(["3 field-without-type"]);
    expect(errorsOf("alias V = Void\nstruct S\n    f V")).toEqual(["4 field-without-type"]);
  });

  test.each([
    ["f String", true],
    ["f String?", false],
    ['f String = "x"', false],
    ["f U = other", false],
    ["f U", true],
  ])("STRUCT-3: whether an example must set the field %s depends on its type: %s", (field, isRequired) => {
    expect(errorsOf(`struct S\n    ${field}\n    example d\nunion U\n    a`)).toEqual(
      isRequired ? ["4 example-missing-field"] : [],
    );
  });

  test("STRUCT-4, STRUCT-5: a field name occurs once in a struct and its ancestors, of which there is a chain", () => {
    expect(errorsOf("struct S\n    f String\n    f Int32")).toEqual(["4 duplicate-field"]);
    expect(
      errorsOf(stone`
        struct A
            f String
        struct B extends A
            g String
        struct C extends B
            f String
      `),
    ).toEqual(["7 inherited-field"]);
    expect(errorsOf("struct A\n    f String\nstruct B\n    g String\nstruct C extends A, B\n    h String")).toEqual([
      expect.stringMatching(/^6 /),
    ]);
  });

  test("STRUCT-5: ancestry may be deep, up to a limit", () => {
    const structs = Array.from(
      { length: 1002 },
      (_, at) => `struct S${at}${at === 0 ? "" : ` extends S${at - 1}`}\n    "Doc."`,
    );
    expect(errorsOf(structs.slice(0, 1001).join("\n"))).toEqual([]);
    expect(errorsOf(structs.join("\n"))).toEqual(["2004 too-many-ancestors"]);
  });
});

describe("unions", () => {
  test("UNION-1: a union is open or closed, and its tags have a type or no value", () => {
    const api = apiOf("union U\n    a\n    b String?\nunion_closed C\n    a\n    b U");
    expect([typeNamed(api, "U"), typeNamed(api, "C")]).toMatchObject([
      { kind: "union", closed: false },
      { kind: "union", closed: true },
    ]);
    expect(fieldNamed(api, "U", "a").type).toEqual({ kind: "void" });
    expect(fieldNamed(api, "C", "b").type).toEqual({ kind: "ref", namespace: "t", name: "U" });
  });

  test.each([
    ["union", "U", []],
    ["union", "u.V", []],
    ["union", "C", []],
    ["union_closed", "C", []],
    ["union_closed", "U", ["3 closed-extends-open"]],
    ["union", "A", ["3 extends-alias"]],
    ["union", "u.VA", ["3 extends-alias"]],
    ["union", "S", ["3 extends-wrong-kind"]],
  ])("UNION-4: whether a %s may extend %s is checked", (kind, parent, errors) => {
    expect(
      errorsOf(stone`
        import u
        ${kind} Child extends ${parent}
            child
        union U
            a
        union_closed C
            a
        alias A = U
        struct S
            f String
        namespace u
        union V
            a
        alias VA = V
      `),
    ).toEqual(errors);
  });

  test("UNION-7: a tag occurs once in a union and its ancestors, and may be of any type, its own union too", () => {
    expect(errorsOf("union U\n    a\n    a String")).toEqual(["4 duplicate-field"]);
    expect(errorsOf("union U\n    a\nunion V extends U\n    b\nunion W extends V\n    a")).toEqual([
      "7 inherited-field",
    ]);
    expect(
      errorsOf(stone`
        union U
            itself U
            list List(U?)
            map Map(String, U)
            alias_of_it A
            struct_of_it S
        alias A = U?
        struct S
            u U
      `),
    ).toEqual([]);
  });

  test("UNION-2, UNION-5: an open union has the catch-all unless it inherits it, and a closed one has none", () => {
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

  test("SUB-4: a listed subtype cannot be extended", () => {
    expect(
      errorsOf(stone`
        struct R
            union
                f F
        struct F extends R
            y String
        struct G extends F
            z String
      `),
    ).toEqual([expect.stringMatching(/ subtype-extended$/)]);
  });

  test("SUB-6: all errors of a list of subtypes are reported in one run", () => {
    const codes = errorsOf(stone`
      struct Base
          b String
      struct R extends Base
          union
              f F
              f G
              id H
              again F
              u U
              stranger Stranger
          id String
      struct F extends R
          y String
      struct G extends R
          y String
      struct H extends R
          y String
      struct Missing extends R
          y String
      struct Further extends H
          z String
      struct Stranger
          y String
      union U
          a
    `).map((error) => error.replace(/^\d+ /, ""));
    expect(codes.sort()).toEqual([
      "duplicate-subtype",
      "duplicate-subtype-tag",
      "subtype-extended",
      "subtype-missing",
      "subtype-not-child",
      "subtype-not-struct",
      "subtype-tag-is-field",
      "subtypes-of-child",
    ]);
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
