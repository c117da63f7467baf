import { describe, expect, test } from "vitest";
import { apiOf, filtered, problemsOf, routesOf, typesOf } from "./filtering.js";

const api = apiOf(
  "namespace files\n\nstruct File\n    name String\n\nroute get (File, Void, Void)\nroute put (File, Void, Void)\n",
  "namespace users\n\nroute me (Void, Void, Void)\n",
  "namespace team\n\nroute info (Void, Void, Void)\n",
  'namespace stone_cfg\n\nstruct Route\n    auth String = "user"\n',
);

describe("namespaces in or out", () => {
  test("CLI-13: the filter -w keeps the routes of these namespaces only", () => {
    expect(routesOf(filtered(api, { whitelistNamespaceRoutes: ["files", "team"] }))).toEqual([
      "files.get",
      "files.put",
      "team.info",
    ]);
  });

  test("CLI-13: the filter -b drops the routes of these namespaces", () => {
    expect(routesOf(filtered(api, { blacklistNamespaceRoutes: ["files", "team"] }))).toEqual(["users.me"]);
  });

  test("CLI-13: filters by namespace do not affect types", () => {
    expect(typesOf(filtered(api, { blacklistNamespaceRoutes: ["files"] }))).toEqual(["files.File"]);
  });

  test("CLI-13: a filter by an unknown namespace is an error, by stone_cfg too", () => {
    expect(problemsOf(api, { whitelistNamespaceRoutes: ["file", "stone_cfg"] })).toEqual([
      "No namespace is named 'file'. Did you mean 'files'?",
      "No namespace is named 'stone_cfg'.",
    ]);
    expect(problemsOf(api, { blacklistNamespaceRoutes: ["nothing"] })).toHaveLength(1);
  });

  test("CLI-13: the filters -w and -b at once are an error", () => {
    const both = { whitelistNamespaceRoutes: ["files"], blacklistNamespaceRoutes: ["team"] };
    expect(problemsOf(api, both)).toEqual(["Namespaces can be whitelisted or blacklisted, not both."]);
  });

  test("an API stays whole without filters", () => {
    expect(filtered(api, {})).toEqual(api);
  });
});
