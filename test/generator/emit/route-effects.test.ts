import { expect, test } from "vitest";
import { createContext } from "../../../src/generator/facts/context.js";
import { onlyReads } from "../../../src/generator/facts/route-effects.js";
import { apiOf } from "./found-routes.js";

const api = apiOf(
  `namespace files

import stone_cfg

route get_metadata(Void, Void, Void)
route folder/list/continue(Void, Void, Void)
route search:2(Void, Void, Void)
route check(Void, Void, Void)
    attrs
        scope = "files.metadata.read"
route content(Void, Void, Void)
    attrs
        style = "download"
route getaway(Void, Void, Void)
route get_or_create(Void, Void, Void)
route get_upload_link(Void, Void, Void)
route copy/list(Void, Void, Void)
route spread(Void, Void, Void)
    attrs
        scope = "files.spread"
route delete(Void, Void, Void)
`,
  `namespace stone_cfg

struct Route
    scope String?
    style String = "rpc"
`,
);

test("MCP-3: a route only reads by its name, permission or style, where these leave no doubt", () => {
  const binding = { attributes: { permission: "scope" } };
  const context = createContext(api, { name: "n", version: "1.0.0", description: "", license: "MIT", binding });
  const routes = api.namespaces.flatMap((namespace) => namespace.routes);
  expect(routes.filter((route) => onlyReads(route, context)).map(({ name }) => name)).toEqual([
    "check",
    "content",
    "folder/list/continue",
    "get_metadata",
    "search",
  ]);
});
