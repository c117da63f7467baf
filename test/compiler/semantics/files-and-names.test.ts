import { describe, expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { toJson } from "../../../src/ir/json.js";
import { apiOf, apiOfTexts, errorsOf, errorsOfTexts, fieldNamed, namesOf, typeNamed } from "../../support/stone.js";
import { stone } from "../../support/stone-text.js";

describe("files and namespaces", () => {
  test("NS-1: files without declarations are ignored", () => {
    expect(apiOfTexts(["", "\n\n", "# comment", "    # comment\n\n", "namespace t"]).namespaces).toHaveLength(1);
    expect(apiOfTexts([]).namespaces).toEqual([]);
  });

  test("NS-2, NS-3: a file has one namespace, and in front; what follows is checked all the same", () => {
    expect(errorsOfTexts(["alias A = Missing\nnamespace t"])).toEqual(["1 missing-namespace", "1 unknown-type"]);
    expect(
      errorsOfTexts(["namespace t\nnamespace u\nalias A = String", "namespace v\nimport u\nalias B = u.A"]),
    ).toEqual(["2 duplicate-namespace"]);
  });

  test("NS-4: all files of a namespace share one scope, imports included", () => {
    expect(
      errorsOfTexts([
        "namespace t\nimport u\nstruct S\n    f Q",
        "namespace t\nstruct Q\n    g u.X",
        "namespace u\nalias X = String",
      ]),
    ).toEqual([]);
  });

  test("NS-5: namespaces are distinguished by case, and may be called like types", () => {
    expect(namesOf(apiOfTexts(["namespace a", "namespace A", "namespace String"]).namespaces)).toEqual([
      "A",
      "String",
      "a",
    ]);
  });

  test("NS-6: the documentation of a namespace is that of its files, each with a line end", () => {
    expect(apiOfTexts(['namespace t\n    "d1"', "namespace t", 'namespace t\n    "d3"']).namespaces[0]?.doc?.text).toBe(
      "d1\nd3\n",
    );
    expect(apiOfTexts(['namespace t\n    ""']).namespaces[0]?.doc?.text).toBe("\n");
    expect(apiOfTexts(["namespace t"]).namespaces[0]?.doc).toBeUndefined();
  });

  test("NS-8: the order of the files and of what they define does not change the API", () => {
    const files = [
      ["namespace t", "import u", "struct A extends u.Base\n    b B", "alias B = List(C?)"],
      ["namespace t", "union C\n    a A\n    later Z = x", "route r(A, B, C) deprecated by s", "route s(Z, Z, Z)"],
      ["namespace u", "alias Text = Last", 'struct Base\n    f Text = "x"\n        @Old', "alias Last = String"],
      ["namespace u", "annotation Old = Deprecated", "struct Unused\n    base Base"],
      ["namespace t", "struct Z\n    c C = other\n    example d\n        c = other"],
    ];
    const texts = files.map((parts) => parts.join("\n"));
    const reversed = files.map(([namespace = "", ...rest]) => [namespace, ...rest.reverse()].join("\n"));
    const wanted = toJson(apiOfTexts(texts));
    expect(wanted).toContain('"Unused"');
    for (const given of [
      texts.toReversed(),
      reversed,
      reversed.toReversed(),
      [...texts.slice(2), ...texts.slice(0, 2)],
    ]) {
      expect(toJson(apiOfTexts(given))).toBe(wanted);
    }
  });

  test("NS-7: stone_cfg is no namespace of the API", () => {
    const api = apiOfTexts(["namespace stone_cfg\nstruct Route\n    a String?"]);
    expect(api.namespaces).toEqual([]);
    expect(api.stoneCfg?.name).toBe("stone_cfg");
  });
});

describe("names", () => {
  const definitions = {
    "a struct": "struct x\n    f String",
    "a union": "union x\n    a",
    "an alias": "alias x = String",
    "an annotation": "annotation x = Deprecated",
    "an annotation type": "annotation_type x\n    p String",
    "a route": "route x(Void, Void, Void)",
    "an import": "import x",
  };
  const kinds = Object.keys(definitions) as (keyof typeof definitions)[];
  const pairs = kinds.flatMap((first) =>
    kinds.filter((second) => second !== first).map((second) => [first, second] as const),
  );

  test.each(pairs)("NAME-1, NAME-2: %s and %s of a name are a duplicate, whatever the order", (first, second) => {
    const errors = errorsOfTexts([`namespace t\n${definitions[first]}\n${definitions[second]}`, "namespace x"]);
    expect(errors).toEqual([expect.stringMatching(/ duplicate-name$/)]);
  });

  test.each(kinds.filter((kind) => kind !== "an import"))(
    "NAME-1, NAME-5: %s cannot be called like a built-in type",
    (kind) => {
      expect(errorsOfTexts([`namespace t\n${definitions[kind].replace(" x", " Bytes")}`])).toEqual([
        "2 builtin-redefined",
      ]);
    },
  );

  test("NAME-2: a name that is defined twice is reported at the later definition, in another file too", () => {
    expect(errorsOfTexts(["namespace t\nalias A = String\nalias A = String"])).toEqual(["3 duplicate-name"]);
    expect(errorsOfTexts(["namespace t\nalias A = String", "namespace t\n\nalias A = String"])).toEqual([
      "3 duplicate-name",
    ]);
  });

  test("NAME-2: only routes may repeat a name, with different versions", () => {
    expect(errorsOf("route r(Void, Void, Void)\nroute r:2(Void, Void, Void)")).toEqual([]);
    expect(errorsOf("route r(Void, Void, Void)\nroute r:1(Void, Void, Void)")).toEqual(["3 duplicate-route"]);
  });

  test.each([
    ["annotation Foo_Bar = Deprecated", "alias foobar = String"],
    ["struct FooBar\n    f String", "annotation foo_bar = Deprecated"],
    ["annotation FooBar = Deprecated", "annotation foo_bar = Deprecated"],
    ["annotation_type FooBar\n    p String", "annotation foo_bar = Deprecated"],
  ])("NAME-7: an annotation differs from other names in more than case and signs: %j", (first, second) => {
    expect(errorsOf(`${first}\n${second}`)).toEqual([expect.stringMatching(/ similar-name$/)]);
  });

  test("NAME-3, NAME-4: names that differ in case, `_` or `/` exclude each other, in namespaces with like names too", () => {
    expect(
      errorsOf(stone`
        struct FooBar
            f String
        route foo/bar(Void, Void, Void)
      `),
    ).toEqual(["4 similar-name"]);
    expect(
      errorsOf(stone`
        struct Foo-Bar
            f String
        alias FooBar = String
      `),
    ).toEqual([]);
    expect(errorsOfTexts(["namespace a_b\nalias X = String", "namespace AB\nalias x = String"])).toEqual([
      "2 similar-name",
    ]);
    expect(errorsOfTexts(["namespace a_b\nalias X = String", "namespace ab\nalias Y = String"])).toEqual([]);
    expect(errorsOfTexts(["namespace files\nroute fi_les(Void, Void, Void)"])).toEqual(["2 named-like-namespace"]);
  });

  test("NAME-5: annotations may be called like the built-in ones", () => {
    expect(
      errorsOf(stone`
        annotation Deprecated = Deprecated()
        struct S
            f String
                @Deprecated
      `),
    ).toEqual([]);
    expect(
      errorsOf(stone`
        struct Preview
            f String
      `),
    ).toEqual([]);
  });

  test("NAME-8: fields may differ in case only, and be called like a type", () => {
    expect(
      errorsOf(stone`
        struct S
            a_b String
            aB String
            S String
            other String
      `),
    ).toEqual([]);
  });

  test("REF-1: what is declared twice is the first one, and is reported once", () => {
    expect(
      errorsOf(stone`
        struct S
            f String
        union S
            a
        struct Q extends S
            g String
      `),
    ).toEqual(["4 duplicate-name"]);
  });
});

describe("imports", () => {
  test("IMP-1, IMP-2: imports may be repeated or unused, and may be of stone_cfg", () => {
    expect(
      errorsOf(stone`
        import u
        import u
        namespace u
        import stone_cfg
        namespace stone_cfg
      `),
    ).toEqual([]);
  });

  test("IMP-3: of two imports of each other the later one is reported, in the order of the files", () => {
    const { diagnostics } = compile([
      { path: "t1.stone", text: "namespace t" },
      { path: "u.stone", text: "namespace u\nimport t" },
      { path: "t2.stone", text: "namespace t\nimport u" },
    ]);
    expect(diagnostics.map(({ file, line, code }) => [file, line, code])).toEqual([["t2.stone", 2, "circular-import"]]);
  });

  test.each(["struct u\n    f String", "alias u = String", "route u(Void, Void, Void)", "annotation u = Deprecated"])(
    "IMP-4: an import with the name of a definition is a duplicate name: %j",
    (definition) => {
      const u = "namespace u\nalias A = String";
      expect(errorsOfTexts([`namespace t\n${definition}\nimport u`, u])).toEqual([
        expect.stringMatching(/ duplicate-name$/),
      ]);
      expect(errorsOfTexts([`namespace t\nimport u\n${definition}`, u])).toEqual([
        expect.stringMatching(/ duplicate-name$/),
      ]);
    },
  );

  test("IMP-5: a type of an import needs its qualifier, and is suggested with it", () => {
    const files = ["namespace t\nimport u\nalias A = X", "namespace u\nalias X = String"];
    const [diagnostic] = compile(files.map((text, index) => ({ path: `${index}`, text }))).diagnostics;
    expect(diagnostic).toMatchObject({ code: "unknown-type", message: "No type is named 'X'. Did you mean 'u.X'?" });
    expect(
      errorsOf(stone`
        struct S
            f t.S
      `),
    ).toEqual(["3 own-qualifier"]);
  });

  test("REF-1: the types of the language can be qualified with an import", () => {
    const api = apiOf(stone`
      import u
      struct S
          f u.String(min_length=1)
      namespace u
      alias A = String
    `);
    expect(fieldNamed(api, "S", "f").type).toEqual({ kind: "string", minLength: 1 });
    expect(api.namespaces[0]?.imports).toEqual([]);
  });
});

describe("inline definitions", () => {
  test("INL-1, INL-2: a field names the inline definition below it", () => {
    const api = apiOf(
      'struct S\n    loc Point?\n        "Where."\n        struct extends Base\n            "A point."\n            x Float64\n            kind Kind\n' +
        "                union_closed\n                    a\n            example d\n                x = 1\n                kind = a\n                id = 1\n" +
        "struct Base\n    id Int32",
    );
    expect(namesOf(api.namespaces[0]?.types ?? [])).toEqual(["Base", "Kind", "Point", "S"]);
    expect(fieldNamed(api, "S", "loc").type).toEqual({
      kind: "nullable",
      of: { kind: "ref", namespace: "t", name: "Point" },
    });
    expect(typeNamed(api, "Point").doc?.text).toBe("A point.");
    expect(typeNamed(api, "Kind")).toMatchObject({ kind: "union", closed: true });
  });

  test("INL-3, INL-4: an inline definition is declared after all others of the file, and clashes are its own", () => {
    expect(
      errorsOf(stone`
        struct S
            f Q
                struct
                    g String
        struct Q
            g String
      `),
    ).toEqual(["4 duplicate-name"]);
    expect(
      errorsOf(stone`
        struct S
            f String
                struct
                    g String
      `),
    ).toEqual(["4 builtin-redefined"]);
  });

  test("INL-5: a tag without a type cannot hold an inline definition", () => {
    expect(
      errorsOf(stone`
        union U
            a
                struct
                    g String
      `),
    ).toEqual(["4 inline-without-type"]);
  });
});

describe("a type of another namespace is suggested", () => {
  const files = (name: string, header = ""): string[] => [
    `namespace t\n${header}alias A = ${name}\n`,
    "namespace files\nstruct Metadata\n    size UInt64\n",
    "namespace common\nstruct Date\n    day UInt64\n",
  ];

  test.each([
    ["Metadata", "", "Add `import files` at the top of the file, and write `files.Metadata`."],
    ["Metadta", "", "Add `import files` at the top of the file, and write `files.Metadata`."],
    ["common.Metadata", "import common\n", "Add `import files` at the top of the file, and write `files.Metadata`."],
  ])("a type of another namespace is suggested for %s, with the import that is missing", (name, header, help) => {
    const texts = files(name, header);
    const [diagnostic] = compile(texts.map((text, index) => ({ path: `${index}.stone`, text }))).diagnostics;
    expect(diagnostic).toMatchObject({ code: "unknown-type", help });
    expect(diagnostic?.message).toContain("Did you mean 'files.Metadata'?");
  });

  test("a type of another namespace is suggested for a name in documentation", () => {
    const [diagnostic] = compile([
      { path: "t.stone", text: 'namespace t\nstruct S\n    "See :field:`Metadta.size`."\n    f String' },
      { path: "files.stone", text: "namespace files\nstruct Metadata\n    size UInt64\n" },
    ]).diagnostics;
    expect(diagnostic).toMatchObject({
      code: "doc-not-a-type",
      message: "'Metadta' is not a known struct or union. Did you mean 'files.Metadata'?",
      help: "Add `import files` at the top of the file, and write `files.Metadata`.",
      related: [{ message: "declared in the namespace 'files'" }],
    });
  });

  test("a type of another namespace is suggested for a name that is misspelt after an import, without one", () => {
    const texts = files("files.Metadta", "import files\n");
    const [diagnostic] = compile(texts.map((text, index) => ({ path: `${index}.stone`, text }))).diagnostics;
    expect(diagnostic).toMatchObject({ message: "No type is named 'Metadta'. Did you mean 'Metadata'?" });
    expect(diagnostic?.help).not.toContain("Add `import");
  });
});
