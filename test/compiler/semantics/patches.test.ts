import { describe, expect, test } from "vitest";
import { stone } from "../../support/stone-text.js";
import { apiOf, apiOfTexts, errorsOf, fieldNamed, namesOf, typeNamed } from "../../support/stone.js";

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

  test("PATCH-2: the target of a patch is found by its canonical name", () => {
    const api = apiOf(stone`
      struct QuotaInfo
          f String
      patch struct quota_info
          g String?
    `);
    expect(namesOf(typeNamed(api, "QuotaInfo").fields)).toEqual(["f", "g"]);
  });

  test.each([
    ["patch union S\n    a", "patch-kind"],
    ["patch union_closed S\n    a", "patch-kind"],
    ["patch struct U\n    g String?", "patch-kind"],
    ["patch union_closed U\n    b", "patch-openness"],
    ["patch union C\n    b", "patch-openness"],
    ["patch struct A\n    g String?", "patch-kind"],
  ])("PATCH-3: the kind of a patch must be that of the definition: %j", (patch, code) => {
    const types = "struct S\n    f String\nunion U\n    a\nunion_closed C\n    a\nalias A = S\n";
    expect(errorsOf(`${types}${patch}`)).toEqual([`9 ${code}`]);
  });

  test.each(["struct S", "union U", "union_closed C"])("PATCH-3: a %s takes a patch of its kind", (target) => {
    const types = "struct S\n    f String\nunion U\n    a\nunion_closed C\n    a\n";
    expect(errorsOf(`${types}patch ${target}\n    b String`)).toEqual([]);
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

  test("PATCH-8: several patches of a type take effect in the order of the input, examples included", () => {
    const base = 'namespace t\nstruct S\n    f String\n    example d\n        f = "0"';
    const patch = (field: string): string =>
      `namespace t\npatch struct S\n    ${field} String\n    example d\n        f = "${field}"\n        ${field} = "x"`;
    const forwards = typeNamed(apiOfTexts([base, patch("a"), patch("b"), patch("c")]), "S");
    expect(namesOf(forwards.fields)).toEqual(["f", "a", "b", "c"]);
    expect(forwards.examples[0]?.value).toEqual({ f: "c", a: "x", b: "x", c: "x" });
    const backwards = typeNamed(apiOfTexts([patch("c"), patch("b"), base, patch("a")]), "S");
    expect(namesOf(backwards.fields)).toEqual(["f", "c", "b", "a"]);
    expect(backwards.examples[0]?.value).toMatchObject({ f: "a" });
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
