import { compile } from "../../../src/compiler/compile.js";
import { toJson } from "../../../src/ir/json.js";
import { describe, expect, test } from "vitest";
import { apiOf, errorsOf, examplesOf, typeNamed } from "../../support/stone.js";
import { stone } from "../../support/stone-text.js";

describe("examples", () => {
  test("EX-2, EX-3, EX-7, EX-9, EX-11: the example of the language reference is compiled as it says", () => {
    const api = apiOf(
      'struct Size\n    w UInt32\n    h UInt32 = 1\n    unit Unit = px\n    note String?\n    example small\n        "A small one."\n        w = 3\n' +
        'union Unit\n    px\n    named String\n    example custom\n        named = "pt"\n' +
        "union Shape\n    none\n    box Size\n    sizes List(Size)\n    example boxed\n        box = small",
    );
    expect(typeNamed(api, "Size").examples).toEqual([
      { label: "small", doc: "A small one.", value: { w: 3, h: 1, unit: { ".tag": "px" } } },
    ]);
    expect(examplesOf(api, "Unit")).toEqual({
      custom: { ".tag": "named", named: "pt" },
      px: { ".tag": "px" },
      other: { ".tag": "other" },
    });
    expect(examplesOf(api, "Shape")).toEqual({
      boxed: { ".tag": "box", w: 3, h: 1, unit: { ".tag": "px" } },
      none: { ".tag": "none" },
      other: { ".tag": "other" },
    });
  });

  test("EX-1: a label is unique in its type, and examples are not inherited", () => {
    const child = "struct A\n    f String?\n    example one\nstruct B extends A\n    g String?\n    example two";
    const api = apiOf(child);
    expect([Object.keys(examplesOf(api, "A")), Object.keys(examplesOf(api, "B"))]).toEqual([["one"], ["two"]]);
    expect(errorsOf(`${child}\nstruct C\n    b B\n    example x\n        b = one`)).toEqual([
      "11 example-unknown-label",
    ]);
    expect(errorsOf("struct A\n    f String?\n    example one\n    example one")).toEqual(["5 duplicate-example"]);
  });

  test.each([
    [["a = null"], []],
    [['s = "x"'], []],
    [["n = null"], []],
    [["a = null", 's = "x"'], ["example-one-tag"]],
    [["a = 5"], ["example-void-tag"]],
    [["s = null"], ["example-value"]],
    [["z = null"], ["example-unknown-tag"]],
  ])("EX-3: an example of a union sets one tag to a value, or to null if it has none: %j", (lines, codes) => {
    const union = "union U\n    a\n    s String\n    n String?\n    example d";
    const errors = errorsOf(`${union}\n${lines.map((line) => `        ${line}`).join("\n")}`);
    expect(errors.map((error) => error.replace(/^\d+ /, ""))).toEqual(codes);
  });

  test.each([
    [["leaf = one"], []],
    [["leaf = one", "tree = one"], ["example-one-subtype"]],
    [["bush = one"], ["example-unknown-subtype"]],
    [["leaf = 5"], ["example-subtype-label"]],
    [["leaf = two"], ["example-unknown-label"]],
    [['id = "x"'], ["example-unknown-subtype"]],
  ])("EX-4: an example of a struct with subtypes is a tag with the label of an example: %j", (lines, codes) => {
    const node = 'struct Node\n    union\n        leaf Leaf\n        tree Tree\n    id String = "x"\n    example d';
    const subtypes = ["Leaf", "Tree"].map((name) => `struct ${name} extends Node\n    f String?\n    example one`);
    const errors = errorsOf([node, ...lines.map((line) => `        ${line}`), ...subtypes].join("\n"));
    expect(errors.map((error) => error.replace(/^\d+ /, ""))).toEqual(codes);
  });

  test("EX-12: the documentation of an example is processed like any other", () => {
    const api = apiOf(stone`
      struct S
          f String?
          example one
              "The first
              line.

              The second."
              f = "a"
          example two
              ""
              f = "a"
          example three
              f = "a"
    `);
    expect(typeNamed(api, "S").examples.map(({ doc }) => doc)).toEqual(["The first line.\nThe second.", "", undefined]);
  });

  test("EX-13, QUIRK-20: an example that is a tag alone is printed in long form, in lists too", () => {
    const api = apiOf(stone`
      union U
          a
          many List(U)
          example several
              many = [a, other]
      struct S
          f U
          example d
              f = a
    `);
    expect(toJson(api)).not.toMatch(/"(?:f|many)": ?(?:\[\s*)?"/);
    expect(examplesOf(api, "S")).toEqual({ d: { f: { ".tag": "a" } } });
    expect(examplesOf(api, "U")["several"]).toEqual({ ".tag": "many", many: [{ ".tag": "a" }, { ".tag": "other" }] });
  });

  test("EX-14: an example that would contain itself is refused, a chain of examples is not", () => {
    const struct = "struct S\n    f List(S?)\n    example one\n        f = [null]\n    example two\n        f = ";
    expect(examplesOf(apiOf(`${struct}[one, one]`), "S")["two"]).toEqual({ f: [{ f: [null] }, { f: [null] }] });
    expect(errorsOf(`${struct}[one, two]`)).toEqual(["7 example-contains-itself"]);
  });

  test("EX-14: an example that doubles with each struct becomes too large", () => {
    const doubling = (count: number): string =>
      Array.from(
        { length: count },
        (_, at) => `struct S${at}\n    f List(S${at + 1})\n    example d\n        f = [d, d]\n`,
      ).join("") + `struct S${count}\n    f String?\n    example d`;
    expect(errorsOf(doubling(3))).toEqual([]);
    expect(errorsOf(doubling(60))[0]).toMatch(/ example-too-large$/);
  });

  const context =
    "\nstruct Q\n    q Int32\n    example one\n        q = 1\nunion U\n    v\n    w Q?\n    example full\n        w = one\n" +
    "alias A = Int32?\nalias V = Void\nalias AQ = Q?\nalias LQ = List(Q)";

  test.each([
    ["Int32(min_value=2, max_value=4)", "3", 3],
    ["UInt64", "18446744073709551615", 18446744073709551615n],
    ["Float64", "2", 2],
    ["Float64", "2.5", 2.5],
    ["Boolean", "true", true],
    ['String(min_length=1, max_length=2, pattern="a")', '"ab"', "ab"],
    ["Bytes", '"not base64"', "not base64"],
    ['Timestamp("%H:%M")', '"23:59"', "23:59"],
    ["A", "5", 5],
    ["List(Int32?, min_items=2, max_items=2)", "[1, null]", [1, null]],
    ["List(List(String))", '[["a"], []]', [["a"], []]],
    ["Map(String(max_length=1), Int32?)", '{"a": 1, "b": null}', { a: 1, b: null }],
    ["Q", "one", { q: 1 }],
    ["U", "v", { ".tag": "v" }],
    ["U", "other", { ".tag": "other" }],
    ["U", "full", { ".tag": "w", q: 1 }],
    ["List(U)?", "[v, full]", [{ ".tag": "v" }, { ".tag": "w", q: 1 }]],
  ])("EX-5, EX-8: a field of the type %s takes %s in an example", (type, value, json) => {
    expect(
      examplesOf(
        apiOf(stone`
          struct S
              f ${type}
              example d
                  f = ${value}${context}
        `),
        "S",
      ),
    ).toEqual({
      d: { f: json },
    });
  });

  test.each([
    ["Int32(min_value=2)", "1"],
    ["Int32", "1.0"],
    ["Int32", "true"],
    ["Float64", "1e999"],
    ["Boolean", "0"],
    ["String", "null"],
    ["String", "abc"],
    ["String(max_length=1)", '"ab"'],
    ['Timestamp("%H:%M")', '"24:00"'],
    ["List(Int32, min_items=1)", "[]"],
    ["List(Int32)", "1"],
    ["List(Int32)", "[null]"],
    ["Map(String(max_length=1), Int32)", '{"ab": 1}'],
    ["Map(String, Int32)", "{1: 1}"],
    ["Map(String, Int32)", '{"a": "b"}'],
    ["Q", "two"],
    ["Q", '"one"'],
    ["U", "w"],
  ])("EX-5, EX-6: a field of the type %s does not take %s in an example", (type, value) => {
    expect(
      errorsOf(stone`
        struct S
            f ${type}
            example d
                f = ${value}${context}
      `),
    ).toEqual([expect.stringMatching(/^5 /)]);
  });

  test("EX-2, ALIAS-3: a field whose alias is nullable must be set, if only to null", () => {
    expect(
      errorsOf(stone`
        struct S
            f A
            example d${context}
      `),
    ).toEqual(["4 example-missing-field"]);
    expect(
      examplesOf(
        apiOf(stone`
          struct S
              f A
              example d
                  f = null${context}
        `),
        "S",
      ),
    ).toEqual({ d: {} });
  });

  test("EX-7, MODEL-6: fields stand in the order required, then optional, those of the root first", () => {
    const api = apiOf(
      "struct A\n    z1 Int32 = 4\n    z2 Int32\nstruct M extends A\n    m1 Int32?\n    m2 Int32\nstruct Z extends M\n    a1 Int32?\n    a2 Int32\n" +
        "    example d\n        a1 = 1\n        a2 = 2\n        m1 = 3\n        m2 = 4\n        z1 = 5\n        z2 = 6",
    );
    expect(Object.keys(examplesOf(api, "Z")["d"] as object)).toEqual(["z2", "m2", "a2", "z1", "m1", "a1"]);
  });

  test("EX-9, EX-10: structs are flattened into unions, other values stand below the tag, subtypes have a tag", () => {
    const api = apiOf(
      "struct R\n    union\n        leaf L\n    id Int32\n    example r\n        leaf = l\nstruct L extends R\n    n Int32\n    example l\n        id = 1\n        n = 2\n" +
        "union U\n    a R\n    b L\n    c List(L)\n    d U\n    example a\n        a = r\n    example b\n        b = l\n    example c\n        c = [l]\n    example d\n        d = b",
    );
    const leaf = { id: 1, n: 2 };
    expect(examplesOf(api, "R")).toEqual({ r: { ".tag": "leaf", ...leaf } });
    expect(examplesOf(api, "U")).toEqual({
      a: { ".tag": "a", a: { ".tag": "leaf", ...leaf } },
      b: { ".tag": "b", ...leaf },
      c: { ".tag": "c", c: [leaf] },
      d: { ".tag": "d", d: { ".tag": "b", ...leaf } },
      other: { ".tag": "other" },
    });
  });

  test("EX-11: inherited tags without a value come first, the catch-all where it belongs", () => {
    const api = apiOf(stone`
      union A
          a
      union B extends A
          b
          s String
          example x
              s = "s"
    `);
    expect(typeNamed(api, "B").examples.map(({ label }) => label)).toEqual(["x", "a", "other", "b"]);
  });

  test("a misspelt field is reported once, not as missing too", () => {
    expect(
      errorsOf(stone`
        struct S
            name String
            example d
                nmae = "x"
      `),
    ).toEqual(["5 example-unknown-field"]);
  });

  test("E-EX-16: examples that include each other are reported once", () => {
    expect(
      errorsOf(
        stone`
          struct S
              f Q
              example d
                  f = d
          struct Q
              g S?
              example d
                  g = d
          struct X
              f S
              example d
                  f = d
        `,
      ),
    ).toEqual([expect.stringMatching(/example-contains-itself$/)]);
  });

  test("names like those of JavaScript's own properties are ordinary", () => {
    const api = apiOf(
      stone`
        struct __proto__
            constructor Int32
            __proto__ Map(String, Int32)
            example toString
                constructor = 1
                __proto__ = {"__proto__": 1}
      `,
    );
    const value = typeNamed(api, "__proto__").examples[0]?.value ?? {};
    expect(Object.entries(value)).toEqual([
      ["constructor", 1],
      ["__proto__", expect.anything()],
    ]);
  });
});

describe("an example that a strict reader refuses is a warning, with the reason", () => {
  const hidden = 'annotation In = Omitted("internal")\n';

  test.each([
    [
      "a pattern that matches the beginning only",
      'struct S\n    f String(pattern="a|ab")\n    example e\n        f = "abc"\n',
      5,
    ],
    ["in a list", 'struct S\n    f List(String(pattern="a"))\n    example e\n        f = ["a", "ab"]\n', 5],
    ["Bytes that are not Base64", 'struct S\n    f Bytes\n    example e\n        f = "raw bytes"\n', 5],
    ["Base64 with bits after its end", 'struct S\n    f Bytes\n    example e\n        f = "YR=="\n', 5],
    [
      "a timestamp without a leading zero",
      'struct S\n    f Timestamp("%Y-%m-%d")\n    example e\n        f = "2015-5-02"\n',
      5,
    ],
    [
      "a day of the year that is not that of the date",
      'struct S\n    f Timestamp("%Y-%m-%d %j")\n    example e\n        f = "2015-02-01 099"\n',
      5,
    ],
    [
      "a weekday that is not that of the date",
      'struct S\n    f Timestamp("%a %Y-%m-%d")\n    example e\n        f = "Mon 2015-05-02"\n',
      5,
    ],
    [
      "an offset other than zero",
      'struct S\n    f Timestamp("%H:%M %z")\n    example e\n        f = "10:00 +0100"\n',
      5,
    ],
    [
      "a key that its pattern matches at the beginning only",
      'struct S\n    f Map(String(pattern="a"), String)\n    example e\n        f = {"ab": "c"}\n',
      5,
    ],
    ["other as a tag", "union U\n    a\n    example e\n        other = null\n", 5],
    ["other as a label", "struct S\n    f U\n    example e\n        f = other\nunion U\n    a\n", 5],
    ["a field for some callers", `${hidden}struct S\n    f String\n        @In\n    example e\n        f = "a"\n`, 7],
    ["a tag for some callers", `${hidden}union U\n    a String\n        @In\n    example e\n        a = "a"\n`, 7],
  ])("an example that a strict reader refuses is a warning, with the reason: %s", (_, text, line) => {
    const { api, diagnostics } = compile([{ path: "n.stone", text: `namespace n\n${text}` }]);
    expect(api).toBeDefined();
    expect(diagnostics).toMatchObject([{ code: "example-refused", severity: "warning", line }]);
  });

  test.each([
    [
      "a day with a space in front, as %c prints it",
      'struct S\n    f Timestamp("%c")\n    example e\n        f = "Sat May  2 10:00:00 2015"\n',
    ],
    [
      "a pattern with alternatives that match all of it",
      'struct S\n    f String(pattern="a|ab")\n    example e\n        f = "ab"\n',
    ],
    ["Base64 with padding", 'struct S\n    f Bytes\n    example e\n        f = "YQ=="\n'],
    ["no bytes", 'struct S\n    f Bytes\n    example e\n        f = ""\n'],
    ["examples that tags have by themselves", "union U\n    a\n"],
  ])("an example that a strict reader accepts is no warning: %s", (_, text) => {
    expect(compile([{ path: "n.stone", text: `namespace n\n${text}` }]).diagnostics).toEqual([]);
  });
});
