import { describe, expect, test } from "vitest";
import type { BindingOptions } from "../../../src/generator/facts/binding-options.js";
import { createContext } from "../../../src/generator/facts/context.js";
import { isIdempotent, routeEffect } from "../../../src/generator/facts/route-effects.js";
import { routeNames } from "../../../src/generator/facts/route-selection.js";
import { corpusFolder } from "../../support/corpus.js";
import { describeWithDropbox } from "../../support/describe-with-dropbox.js";
import { compileFiles } from "../../support/examples.js";
import { apiOf } from "./found-routes.js";

const attributes = `namespace stone_cfg

struct Route
    scope String?
`;
const api = apiOf(
  `namespace files

import stone_cfg

route list(Void, Void, Void)
    attrs
        scope = "files.read"

route list:2(Void, Void, Void)
    attrs
        scope = "files.metadata.read"

route list/continue(Void, Void, Void)
    attrs
        scope = "files.readwrite"

route remove(Void, Void, Void)
`,
  attributes,
);

/** The routes that a binding says clients may retry. */
function idempotentRoutes(of: typeof api, binding: BindingOptions): string[] {
  const context = createContext(of, { name: "n", version: "1.0.0", description: "", license: "MIT", binding });
  return of.namespaces.flatMap((namespace) =>
    namespace.routes
      .filter((route) => isIdempotent(route, namespace, context))
      .map((route) => routeNames({ ...of, namespaces: [{ ...namespace, routes: [route] }] })[0] ?? ""),
  );
}

describe("clients may retry", () => {
  test("clients may retry no route, if the binding says nothing", () => {
    expect(idempotentRoutes(api, {})).toEqual([]);
  });

  test("clients may retry routes by the value of an attribute", () => {
    expect(idempotentRoutes(api, { idempotent: { attributes: { scope: "*.read" } } })).toEqual([
      "files/list",
      "files/list:2",
    ]);
    expect(idempotentRoutes(api, { idempotent: { attributes: { scope: ["files.read", "files.readwrite"] } } })).toEqual(
      ["files/list", "files/list/continue"],
    );
  });

  test("clients may retry routes by their names, with the version if it is not the first", () => {
    expect(idempotentRoutes(api, { idempotent: { routes: ["files/list"] } })).toEqual(["files/list"]);
    expect(idempotentRoutes(api, { idempotent: { routes: ["files/list*"] } })).toEqual([
      "files/list",
      "files/list:2",
      "files/list/continue",
    ]);
  });
});

describeWithDropbox("in a large API whose scopes say what is read, clients may retry", () => {
  test("clients of a large API whose scopes say what is read may retry the routes whose scope ends in .read", () => {
    const routes = idempotentRoutes(compileFiles(corpusFolder("dropbox")), { preset: "dropbox" });
    expect(routes).toContain("files/list_folder");
    expect(routes).toContain("files/list_folder/continue");
    expect(routes).not.toContain("files/upload");
    expect(routes).toHaveLength(104);
  });
});

test("QRY-4, MCP-3: the effect of a route is that of the last selection that has it", () => {
  const effects = {
    reads: { attributes: { scope: "*.read" }, routes: ["files/list*"] },
    writes: { routes: ["files/list/continue"] },
    destroys: { routes: ["files/rem*"] },
  };
  const [namespace] = api.namespaces.filter(({ name }) => name === "files");
  const found = namespace?.routes.map((route) =>
    routeEffect(route, namespace, { name: "n", version: "1.0.0", binding: {}, effects }),
  );
  expect(found).toEqual(["reads", "reads", "writes", "destroys"]);
});
