import { describe, expect, test } from "vitest";
import { stone } from "../../support/stone-text.js";
import { apiOf } from "../../support/stone.js";

/** What each namespace of a specification imports, and for what, as `for namespace`. */
function importsOf(spec: string): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    apiOf(spec).namespaces.map(({ name, imports }) => [
      name,
      imports.map((entry) => `${entry.for.join(" and ")} of ${entry.namespace}`),
    ]),
  );
}

describe("imports say what they are for", () => {
  test("MODEL-9, QUIRK-27: the reasons of imports are in a fixed order", () => {
    const api = apiOf(stone`
      import u
      import v
      struct S
          f u.Q
          g v.A
              @u.B
      namespace u
      import v
      struct Q
          f String
      annotation B = v.X
      namespace v
      alias A = String
      annotation_type X
          p Int32 = 1
    `);
    expect(api.namespaces.map(({ imports }) => imports)).toEqual([
      [
        { namespace: "u", for: ["annotation", "dataType"] },
        { namespace: "v", for: ["alias", "annotationType"] },
      ],
      [{ namespace: "v", for: ["annotationType"] }],
      [],
    ]);
  });

  test("REF-5: an import that is not used has no entry, however often it is imported", () => {
    const u = "namespace u\nimport v\nstruct Q\n    f String\nalias A = Q\nnamespace v\nstruct R\n    f String";
    expect(importsOf(`import u\nimport v\nstruct S\n    f String\n${u}`)).toEqual({ t: [], u: [], v: [] });
    expect(importsOf(`import u\nimport u\nroute r(List(u.Q?), Void, Void)\n${u}`)["t"]).toEqual(["dataType of u"]);
    expect(importsOf(`import u\nstruct S extends u.Q\n    g u.A\n${u}`)["t"]).toEqual(["alias and dataType of u"]);
  });

  test("REF-5: a built-in type with a qualifier, or a name in documentation alone, is no use", () => {
    const u = "namespace u\nstruct Q\n    f String";
    expect(importsOf(`import u\nalias A = u.String\n${u}`)["t"]).toEqual([]);
    expect(importsOf(`import u\nstruct S\n    "See :type:\`u.Q\`."\n    f String\n${u}`)["t"]).toEqual([]);
  });

  const annotated = stone`
    namespace v
    annotation_type X
        p Int32 = 1
    namespace u
    import v
    annotation Custom = v.X
    alias Aliased = String
        @Custom
    struct Direct
        f String
            @Custom
    struct Child extends Direct
        g String
    struct Nested
        list List(Map(String, Child?))?
    union Tags
        tag
            @Custom
    union MoreTags extends Tags
        further
    struct Parent
        union
            subtype Subtype
        h String
    struct Subtype extends Parent
        f String
            @Custom
    struct Plain
        f String
  `;

  test.each([
    "Aliased",
    "Direct",
    "Child",
    "Nested",
    "Tags",
    "MoreTags",
    "Subtype",
    "List(Direct)",
    "Map(String, Tags)?",
  ])("MODEL-16: the annotations of %s are reached from a field of that type", (type) => {
    const qualified = type.replace(/(List\(|, |^)(?!List|Map)(\w+)/, "$1u.$2");
    const imports = importsOf(`${annotated}\nnamespace t\nimport u\nstruct S\n    field ${qualified}`);
    expect(imports["t"]?.at(-1)).toBe("annotationType of v");
  });

  test.each(["Plain", "Parent"])("MODEL-16: no annotation is reached from %s, though it may have subtypes", (type) => {
    const imports = importsOf(`${annotated}\nnamespace t\nimport u\nstruct S\n    field u.${type}`);
    expect(imports["t"]).toEqual(["dataType of u"]);
  });

  test("MODEL-16: only what the schema of attributes applies itself counts for its imports", () => {
    const schema = "namespace stone_cfg\nimport u\nstruct Route\n    field u.Tags = tag";
    const { stoneCfg } = apiOf(`${annotated}\n${schema}`);
    expect(stoneCfg?.imports).toEqual([{ namespace: "u", for: ["dataType"] }]);
  });
});
