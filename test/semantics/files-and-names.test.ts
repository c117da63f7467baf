import { describe, expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { apiOf, apiOfTexts, errorsOf, errorsOfTexts, fieldNamed, namesOf, typeNamed } from "../stone.js";
import { stone } from "../stone-text.js";

describe("files and namespaces", () => {
  test("NS-1: files without declarations are ignored", () => {
    expect(apiOfTexts(["", "\n\n", "# comment", "    # comment\n\n", "namespace t"]).namespaces).toHaveLength(1);
    expect(apiOfTexts([]).namespaces).toEqual([]);
  });

  test("NS-2, NS-3: one namespace, and in front; what follows is checked all the same", () => {
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

  test("NS-7: stone_cfg is no namespace of the API", () => {
    const api = apiOfTexts(["namespace stone_cfg\nstruct Route\n    a String?"]);
    expect(api.namespaces).toEqual([]);
    expect(api.stoneCfg?.name).toBe("stone_cfg");
  });
});

describe("names", () => {
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
  test("INL-1, INL-2: a field names the definition below it", () => {
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

  test("INL-3, INL-4: it is declared after all others of the file, and clashes are its own", () => {
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

  test("INL-5: a tag without a type cannot hold one", () => {
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

describe("patches", () => {
  test("PATCH-1, PATCH-5: fields are added after those of the type, from any file, before or after it", () => {
    const api = apiOfTexts([
      'namespace t\npatch struct S\n    z String?\n        "Doc."\n    y Int32 = 3',
      "namespace t\nstruct S\n    f String",
      "namespace t\npatch struct S\n    x Q\n        union\n            a",
    ]);
    expect(namesOf(typeNamed(api, "S").fields)).toEqual(["f", "z", "y", "x"]);
    expect(fieldNamed(api, "S", "y").default).toBe(3);
  });

  test("PATCH-2: the target is found by its canonical name", () => {
    const api = apiOf(stone`
      struct QuotaInfo
          f String
      patch struct quota_info
          g String?
    `);
    expect(namesOf(typeNamed(api, "QuotaInfo").fields)).toEqual(["f", "g"]);
  });

  test("PATCH-4: clashes of patched fields are reported where they are", () => {
    expect(
      errorsOf(stone`
        struct S
            f String
        patch struct S
            g String?
            g Int32?
      `),
    ).toEqual(["6 duplicate-field"]);
    expect(
      errorsOf(stone`
        struct A
            f String
        struct S extends A
            g String
        patch struct A
            g Int32?
      `),
    ).toEqual(["5 inherited-field"]);
  });

  test("PATCH-6: entries of a patch are added to the example of that label, and replace those of the same name", () => {
    const api = apiOf(
      'struct S\n    f String\n    example d\n        "Text."\n        f = "old"\npatch struct S\n    g Int32\n    example d\n        "Ignored."\n' +
        '        f = "new"\n        g = 1',
    );
    expect(typeNamed(api, "S").examples).toEqual([{ label: "d", doc: "Text.", value: { f: "new", g: 1 } }]);
  });

  test("PATCH-7: a required field makes the examples of the type and of its descendants incomplete", () => {
    expect(
      errorsOf(
        stone`
          struct S
              f String
              example d
                  f = "a"
          struct Q extends S
              example e
                  f = "a"
          patch struct S
              g Int32
        `,
      ),
    ).toEqual(["4 example-missing-field", "7 example-missing-field"]);
  });

  test("UNION-2: patched tags stand before the catch-all", () => {
    const api = apiOf(stone`
      union U
          a
      patch union U
          b
    `);
    expect(namesOf(typeNamed(api, "U").fields)).toEqual(["a", "b", "other"]);
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
  ])("for %s, with the import that is missing", (name, header, help) => {
    const texts = files(name, header);
    const [diagnostic] = compile(texts.map((text, index) => ({ path: `${index}.stone`, text }))).diagnostics;
    expect(diagnostic).toMatchObject({ code: "unknown-type", help });
    expect(diagnostic?.message).toContain("Did you mean 'files.Metadata'?");
  });

  test("for a name that is misspelt after an import, without one", () => {
    const texts = files("files.Metadta", "import files\n");
    const [diagnostic] = compile(texts.map((text, index) => ({ path: `${index}.stone`, text }))).diagnostics;
    expect(diagnostic).toMatchObject({ message: "No type is named 'Metadta'. Did you mean 'Metadata'?" });
    expect(diagnostic?.help).not.toContain("Add `import");
  });
});
