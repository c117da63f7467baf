import { describe, expect, test } from "vitest";
import { toJson } from "../../../src/ir/json.js";
import type { Value } from "../../../src/ir/api.js";
import { apiOf, errorsOf } from "../../support/stone.js";
import { stone } from "../../support/stone-text.js";

const schema = stone`
  namespace stone_cfg
  import t
  alias NullableInt = Int32?
  struct Route extends t.Base
      s String(max_length=3)?
      i Int32 = 1
      f Float64 = 1
      b Boolean = false
      y Bytes = "x"
      w Timestamp("%Y") = "2015"
      u t.U = a
      v t.A?
      n NullableInt
      l List(String)?
      example d
          nothing = 1
`;
const types = stone`
  union Parent
      p
  union U extends Parent
      a
      c String
  alias A = U
  struct Base
      base String?
`;

function attributesOf(...lines: readonly string[]): Readonly<Record<string, Value>> | undefined {
  const attributes = lines.length === 0 ? "" : `\n    attrs${lines.map((line) => `\n        ${line}`).join("")}`;
  return apiOf(stone`
    ${types}
    route r(Void, Void, Void)${attributes}
    ${schema}
  `).namespaces[0]?.routes[0]?.attributes;
}

function tag(name: string): Value {
  return { tag: name, union: { namespace: "t", name: "U" } };
}

describe("the schema of route attributes", () => {
  test("ATTR-1: the schema of route attributes may use aliases, annotations and imports", () => {
    const api = apiOf(stone`
      route r(Void, Void, Void)
          attrs
              host = "api"
      namespace stone_cfg
      import u
      annotation Old = Deprecated
      alias Host = String
      struct Route
          host Host
              @Old
          scope u.Scope = none
      namespace u
      union Scope
          none
    `);
    expect(api.namespaces[0]?.routes[0]?.attributes).toEqual({
      host: "api",
      scope: { tag: "none", union: { namespace: "u", name: "Scope" } },
    });
  });

  test.each([
    ["route r(Void, Void, Void)", "route-in-stone-cfg"],
    ["struct Other\n    f String", "type-in-stone-cfg"],
    ["union Route\n    a", "type-in-stone-cfg"],
  ])("ATTR-1: the schema of route attributes may not have %j (%s)", (definition, code) => {
    expect(errorsOf(`namespace stone_cfg\n${definition}`)).toEqual([`2 ${code}`]);
  });

  test("ATTR-1: routes have no attributes without a schema of attributes", () => {
    expect(apiOf("route r(Void, Void, Void)").namespaces[0]?.routes[0]?.attributes).toEqual({});
    expect(errorsOf('route r(Void, Void, Void)\n    attrs\n        host = "api"')).toEqual(["4 unknown-attribute"]);
  });

  test("ATTR-2: the schema of route attributes may extend a struct of another namespace, whose fields are attributes too", () => {
    const api = apiOf(stone`
      route r(Void, Void, Void)
          attrs
              inherited = "a"
      namespace stone_cfg
      import u
      struct Route extends u.Child
          own String = "o"
      namespace u
      struct Base
          inherited String
          default_of_base Int32 = 5
      struct Child extends Base
          unset String?
    `);
    expect(api.namespaces[0]?.routes[0]?.attributes).toEqual({ inherited: "a", default_of_base: 5, own: "o" });
  });
});

describe("route attributes", () => {
  const defaults = { i: 1, f: 1, b: false, y: "x", w: "2015", u: tag("a") };

  test("ATTR-7: all attributes that are not null are in the compiled API", () => {
    const api = apiOf(stone`
      ${types}
      route r(Void, Void, Void)
          attrs
              s = null
              i = 2
      ${schema}
    `);
    const { namespaces } = JSON.parse(toJson(api)) as { namespaces: { routes: { attrs: object }[] }[] };
    expect(namespaces[0]?.routes[0]?.attrs).toEqual({ ...defaults, i: 2 });
  });

  test("ATTR-3, ATTR-5: an attribute that is not written has its default or no value; examples of the schema are not checked", () => {
    expect(attributesOf()).toEqual(defaults);
  });

  test.each([
    ['s = "abc"', { s: "abc" }],
    ["s = null", {}],
    ["i = 7", { i: 7 }],
    ["f = 2", { f: 2 }],
    ["f = 2.5", { f: 2.5 }],
    ["b = true", { b: true }],
    ['y = "bytes"', { y: "bytes" }],
    ['w = "1999"', { w: "1999" }],
    ["u = p", { u: tag("p") }],
    ["u = other", { u: tag("other") }],
    ["v = a", { v: tag("a") }],
    ["v = null", {}],
    ["n = 5", { n: 5 }],
    ["n = null", {}],
    ['base = "inherited"', { base: "inherited" }],
  ])("ATTR-4: the route attribute %s is accepted", (line, expected) => {
    expect(attributesOf(line)).toEqual({ ...defaults, ...expected });
  });

  test.each([
    ['s = "abcd"', "invalid-attribute"],
    ["s = abc", "invalid-attribute"],
    ["i = 1.0", "invalid-attribute"],
    ["i = null", "invalid-attribute"],
    ["b = 1", "invalid-attribute"],
    ["y = 1", "invalid-attribute"],
    ['w = "99"', "invalid-attribute"],
    ["u = c", "attribute-tag"],
    ["u = z", "attribute-tag"],
    ['u = "a"', "invalid-attribute"],
    ["u = null", "invalid-attribute"],
    ['l = "x"', "attribute-impossible"],
    ["z = 1", "unknown-attribute"],
  ])("ATTR-4 to ATTR-6: the route attribute %s is refused (%s)", (line, code) => {
    expect(
      errorsOf(stone`
                ${types}
                route r(Void, Void, Void)
                    attrs
                        ${line}
        ${schema}
      `),
    ).toEqual([`12 ${code}`]);
  });
});

describe("routes", () => {
  test("ROUTE-1 to ROUTE-3: routes have names, versions and successors", () => {
    const api = apiOf(
      "route r:2(Void, Void, Void)\nroute r(Void, Void, Void) deprecated by r:2\nroute a/b(Void, Void, Void) deprecated\n" +
        "route r:10(Void, Void, Void) deprecated by a/b",
    );
    expect(api.namespaces[0]?.routes.map(({ name, version, deprecated }) => [name, version, deprecated])).toEqual([
      ["a/b", 1, { by: undefined }],
      ["r", 1, { by: { name: "r", version: 2 } }],
      ["r", 2, undefined],
      ["r", 10, { by: { name: "a/b", version: 1 } }],
    ]);
    expect(
      errorsOf(stone`
        route r(Void, Void, Void) deprecated by r:3
        route r:2(Void, Void, Void)
      `),
    ).toEqual(["2 unknown-successor"]);
  });

  test("ROUTE-2: name and version together are unique, in all files of a namespace", () => {
    expect(errorsOf("route r(Void, Void, Void)\nroute r:2(Void, Void, Void)\nroute r/a:2(Void, Void, Void)")).toEqual(
      [],
    );
    expect(errorsOf("route r:2(Void, Void, Void)\nroute r(Void, Void, Void)\nroute r:2(Void, Void, Void)")).toEqual([
      "4 duplicate-route",
    ]);
    expect(errorsOf("route r(Void, Void, Void)\nnamespace t\nroute r(Void, Void, Void)")).toEqual([
      "2 duplicate-route",
    ]);
  });

  test("MODEL-3: routes are in order of code points, then of version", () => {
    const names = ["a_c", "a/c", "B", "a", "b"].map((name) => `route ${name}(Void, Void, Void)`);
    expect(apiOf(names.join("\n")).namespaces[0]?.routes.map(({ name }) => name)).toEqual([
      "B",
      "a",
      "a/c",
      "a_c",
      "b",
    ]);
  });
});
