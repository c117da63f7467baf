import { describe, expect, test } from "vitest";
import { apiOf, filtered, problemsOf, routesOf } from "./filtering.js";

const api = apiOf(
  'namespace stone_cfg\n\nimport common\n\nstruct Route extends common.Base\n    auth String = "user"\n    cost Int32?\n',
  'namespace common\n\nstruct Base\n    host String = "api"\n',
  'namespace files\n\nroute get (Void, Void, Void)\n    attrs\n        auth = "team"\n        cost = 3\n',
);

function attributesOf(names: readonly string[]): unknown {
  return filtered(api, { attributes: names }).namespaces.find(({ name }) => name === "files")?.routes[0]?.attributes;
}

function schemaOf(names: readonly string[]): string[] | undefined {
  return filtered(api, { attributes: names }).stoneCfg?.types[0]?.fields.map(({ name }) => name);
}

describe("a selection of attributes", () => {
  test("CLI-17: a selection of attributes leaves only these, in routes and in the schema", () => {
    expect(attributesOf(["cost", "host"])).toEqual({ cost: 3, host: "api" });
    expect(schemaOf(["cost", "host"])).toEqual(["host", "cost"]);
  });

  test("CLI-17: the selection :all of attributes leaves all that the schema itself declares", () => {
    expect(attributesOf([":all"])).toEqual({ auth: "team", cost: 3 });
    expect(attributesOf([":all", "host"])).toEqual({ auth: "team", cost: 3, host: "api" });
  });

  test("CLI-17: a selection of attributes with a name that is not in the schema is an error", () => {
    expect(problemsOf(api, { attributes: ["auht"] })).toEqual([
      "No route attribute is named 'auht'. Did you mean 'auth'?",
    ]);
    expect(problemsOf(apiOf("namespace n\n"), { attributes: ["auth"] })).toHaveLength(1);
  });

  test("CLI-17: a selection of attributes leaves all attributes where nothing is selected, unlike in Stone", () => {
    expect(filtered(api, {})).toEqual(api);
  });

  test("CLI-12: a selection of attributes comes after the filter by attributes, which sees all of them", () => {
    const outcome = filtered(api, { filterByRouteAttr: 'auth = "team"', attributes: ["cost"] });
    expect(routesOf(outcome)).toEqual(["files.get"]);
  });
});
