import { describe, expect, test } from "vitest";
import { dropDanglingAliases } from "../../../src/ir/filters/prune.js";
import type { RouteWhitelist } from "../../../src/ir/filters/whitelist.js";
import type { Api } from "../../../src/ir/api.js";
import { apiOf, filtered, problemsOf, routesOf, typesOf } from "./filtering.js";

function prune(api: Api, routes: Record<string, string[]>, types: Record<string, string[]> = {}): Api {
  return filtered(api, { routeWhitelistFilter: { route_whitelist: routes, datatype_whitelist: types } });
}

function problems(api: Api, whitelist: unknown): readonly string[] {
  return problemsOf(api, { routeWhitelistFilter: whitelist as RouteWhitelist });
}

const api = apiOf(`namespace n

struct Arg
    plain String
struct Result
    of List(Item)
struct Item
    x String
union Error
    bad Detail?
struct Detail
    map Map(String, Deep)
struct Deep
    y String
struct Lonely
    z String

route get (Arg, Result, Error)
route get:2 (Void, Result, Void)
route list (Lonely, Void, Void)
`);

describe("the routes of a whitelist", () => {
  test("CLI-20: the routes of a whitelist are named with their version; :1 may be left out", () => {
    expect(routesOf(prune(api, { n: ["get"] }))).toEqual(["n.get"]);
    expect(routesOf(prune(api, { n: ["get:1"] }))).toEqual(["n.get"]);
    expect(routesOf(prune(api, { n: ["get:2"] }))).toEqual(["n.get:2"]);
  });

  test("CLI-20: the routes of a whitelist are all of the namespace with a single *", () => {
    expect(routesOf(prune(api, { n: ["*"] }))).toEqual(["n.get", "n.get:2", "n.list"]);
  });
});

describe("the types that a whitelist keeps", () => {
  test("CLI-21: the types that a whitelist keeps are those of the routes, and all that these contain", () => {
    expect(typesOf(prune(api, { n: ["get"] }))).toEqual([
      "n.Arg",
      "n.Deep",
      "n.Detail",
      "n.Error",
      "n.Item",
      "n.Result",
    ]);
    expect(typesOf(prune(api, { n: ["get:2"] }))).toEqual(["n.Item", "n.Result"]);
  });

  test("CLI-21: the types that a whitelist keeps are those that it lists", () => {
    const pruned = prune(api, {}, { n: ["Detail"] });
    expect(typesOf(pruned)).toEqual(["n.Deep", "n.Detail"]);
    expect(routesOf(pruned)).toEqual([]);
  });

  test("CLI-21: the types that a whitelist keeps include parents and enumerated subtypes, but no other children", () => {
    const family = apiOf(`namespace n

struct Base
    union
        leaf Leaf
    in_base Inherited
struct Leaf extends Base
    a String
struct Inherited
    b String
struct Parent
    c String
struct Child extends Parent
    d String

route get_leaf (Leaf, Void, Void)
route get_parent (Parent, Void, Void)
route get_child (Child, Void, Void)
`);
    expect(typesOf(prune(family, { n: ["get_leaf"] }))).toEqual(["n.Base", "n.Inherited", "n.Leaf"]);
    expect(typesOf(prune(family, { n: ["get_parent"] }))).toEqual(["n.Parent"]);
    expect(typesOf(prune(family, { n: ["get_child"] }))).toEqual(["n.Child", "n.Parent"]);
  });

  test("CLI-21: the types that a whitelist keeps are found through aliases of other namespaces", () => {
    const two = apiOf(
      "namespace a\n\nimport b\n\nroute get (b.Alias, Void, Void)\n",
      "namespace b\n\nalias Alias = List(Thing?)\nstruct Thing\n    x String\nstruct Other\n    x String\n",
    );
    expect(typesOf(prune(two, { a: ["get"] }))).toEqual(["b.Thing"]);
  });

  test("the types that a whitelist keeps include those of the schema of attributes, which stays complete (CLI-24)", () => {
    const withSchema = apiOf(
      "namespace stone_cfg\n\nimport n\n\nstruct Route\n    level n.Level = low\n",
      "namespace n\n\nunion_closed Level\n    low\n\nroute get (Void, Void, Void)\n",
    );
    expect(typesOf(prune(withSchema, { n: ["get"] }))).toEqual(["n.Level"]);
  });
});

describe("references in documentation", () => {
  const documented = apiOf(
    `namespace n
    "See :type:\`FromNamespace\` and :route:\`of_namespace\`."

struct FromNamespace
    x String
struct OfNamespaceRoute
    x String
struct FromRoute
    "See :field:\`FromType.x\`."
    x String
struct FromType
    x String
        "See :route:\`of_type\`."
struct OfTypeRoute
    x String
struct OfRouteRoute
    x String
struct Unused
    x String

alias Text = String
    "See :type:\`FromAlias\`."
struct FromAlias
    x Text
struct UsesAlias
    x Text

route get (Void, Void, Void)
    "See :type:\`FromRoute\`, and :route:\`of_route\`."
route of_namespace (OfNamespaceRoute, Void, Void)
route of_route (OfRouteRoute, Void, Void)
route of_type (OfTypeRoute, Void, Void)
    "See :type:\`Unused\`."
route with_alias (UsesAlias, Void, Void)
`,
  );

  test("CLI-21: references in documentation of listed routes, of namespaces that are keys and of kept types keep types", () => {
    expect(typesOf(prune(documented, { n: ["get"] }))).toEqual([
      "n.FromNamespace",
      "n.FromRoute",
      "n.FromType",
      "n.OfNamespaceRoute",
      "n.OfRouteRoute",
      "n.OfTypeRoute",
    ]);
  });

  test("CLI-21: references in documentation of aliases that are passed keep types", () => {
    expect(typesOf(prune(documented, { n: ["with_alias"] }))).toContain("n.FromAlias");
  });

  test("CLI-22: references in documentation of kept types keep routes; those of routes and namespaces keep only the types of routes", () => {
    expect(routesOf(prune(documented, { n: ["get"] }))).toEqual(["n.get", "n.of_type"]);
  });

  test("CLI-21: references in documentation of a namespace that is a key of the types count too", () => {
    expect(typesOf(prune(documented, {}, { n: [] }))).toEqual(["n.FromNamespace", "n.OfNamespaceRoute"]);
    expect(typesOf(prune(documented, {}))).toEqual([]);
  });

  test("CLI-23: references in documentation in namespaces and aliases must lead somewhere", () => {
    const wrong = apiOf(`namespace n
    "See :type:\`Nope\`."

alias A = String
    "See :field:\`lost\`."
struct S
    a A

route get (S, Void, Void)
route other (Void, Void, Void)
`);
    const found = problems(wrong, { route_whitelist: { n: ["get"] }, datatype_whitelist: {} });
    expect(found.map((problem) => problem.replace(/\. With.*/, ""))).toEqual([
      "The documentation of the namespace 'n' has the unresolved reference :type:`Nope`",
      "The documentation of the alias 'n.A' has the unresolved reference :field:`lost`",
    ]);
    expect(problems(wrong, { route_whitelist: { n: ["other"] }, datatype_whitelist: {} })).toHaveLength(1);
  });
});

test("CLI-22 a successor is not kept, and the reference to it remains", () => {
  const deprecated = apiOf(
    "namespace n\n\nroute old (Void, Void, Void) deprecated by new\n\nroute new (Void, Void, Void)\n",
  );
  const pruned = prune(deprecated, { n: ["old"] });
  expect(routesOf(pruned)).toEqual(["n.old"]);
  expect(pruned.namespaces[0]?.routes[0]?.deprecated?.by).toEqual({ name: "new", version: 1 });
});

describe("what a whitelist leaves alone", () => {
  const withAliases = apiOf(
    "namespace n\n\nstruct S\n    x String\n\nalias A = S\n\nalias B = List(A)\n\nalias C = String\n",
    "namespace m\n\nimport n\n\nstruct T\n    x n.C\n",
  );

  test("CLI-24: a whitelist leaves namespaces, aliases and import reasons alone", () => {
    const pruned = prune(withAliases, {});
    expect(typesOf(pruned)).toEqual([]);
    expect(pruned.namespaces.map(({ name, imports }) => [name, imports.length])).toEqual([
      ["m", 1],
      ["n", 0],
    ]);
    expect(pruned.namespaces[1]?.aliases.map(({ name }) => name)).toEqual(["A", "B", "C"]);
  });

  test("aliases of what is gone can be dropped for emitters", () => {
    const whole = dropDanglingAliases(prune(withAliases, {}));
    expect(whole.namespaces[1]?.aliases.map(({ name }) => name)).toEqual(["C"]);
    expect(dropDanglingAliases(withAliases)).toEqual(withAliases);
  });
});

describe("a whitelist that is wrong", () => {
  test.each([
    [[], ["It must be an object."]],
    [{ route_whitelist: {} }, ["The member 'datatype_whitelist' is missing."]],
    [
      { route_whitelist: {}, datatype_whitelist: {}, more: 1 },
      ["Unknown member 'more'. The members are route_whitelist and datatype_whitelist."],
    ],
    [{ route_whitelist: [], datatype_whitelist: {} }, ["'route_whitelist' must be an object of namespaces."]],
    [
      { route_whitelist: { n: "get" }, datatype_whitelist: { n: [1] } },
      [
        "'route_whitelist' must have a list of names for 'n'.",
        "'datatype_whitelist' must have a list of names for 'n'.",
      ],
    ],
    [
      { route_whitelist: { n: ["*", "get"] }, datatype_whitelist: {} },
      ["'*' selects all routes of 'n' and must be the only item."],
    ],
    [
      { route_whitelist: { zoo: ["get"], n: ["gett", "list:2"] }, datatype_whitelist: { n: ["Itm", "*"] } },
      [
        "No namespace is named 'zoo'.",
        "No route of 'n' is named 'gett'. Did you mean 'get'?",
        "No route of 'n' is named 'list:2'. Did you mean 'list'?",
        "No struct or union of 'n' is named 'Itm'. Did you mean 'Item'?",
        "No struct or union of 'n' is named '*'.",
      ],
    ],
  ])("CLI-20: the whitelist %j is refused", (whitelist, expected) => {
    expect(problems(api, whitelist)).toEqual(expected.map((problem) => `Route whitelist: ${problem}`));
  });
});
