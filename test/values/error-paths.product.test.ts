import { describe, expect, test } from "vitest";
import { createContext } from "../../src/generator/facts/context.js";
import { Lookup } from "../../src/ir/walk.js";
import { callerView } from "../../src/values/caller-view.js";
import { errorPaths } from "../../src/values/error-paths.js";
import { errorPath } from "../../templates/runtime/routes/error-summary.js";
import { errorsWithPackage } from "../support/compile-with-package.js";
import { describeWithDropbox } from "../support/describe-with-dropbox.js";
import { compileText } from "../diff/compile-text.js";
import { packageFolder } from "../support/packages.js";
import { packaged, packagedNames, refusal } from "./packaged.js";

describe("OUT-9: the paths of an error", () => {
  const api = compileText(`
union Lookup
    missing
    busy String?
union_closed Error
    path Lookup
    maybe Lookup?
    write Write
    optional Optional
    named Named
    text String
    many List(Lookup)
    tree Tree
    rest Rest?
struct Write
    size UInt64
    reason Lookup
    later Lookup?
    example default
        size = 9
        reason = missing
struct Optional
    first Lookup?
    second Strict?
union_closed Strict
    x
    y
struct Named
    before Strict
    named Lookup
struct Tree
    union
        leaf Leaf
        branch Branch
    size Int32
struct Leaf extends Tree
    color String
struct Branch extends Tree
    state Strict
struct Rest
    note String
union_closed Recursive
    inner Recursive
    end
union_closed Only
    again Only
struct Plain
    reason Lookup
route a(Void, Void, Error)
route b(Void, Void, Recursive)
route c(Void, Void, Only)
route d(Void, Void, Plain)
route e(Void, Void, Void)
route f(Void, Void, Tree)
`);
  const lookup = new Lookup(api);
  const paths = (route: string): string[] => {
    const error = api.namespaces[0]?.routes.find(({ name }) => name === route)?.error ?? { kind: "void" };
    return errorPaths(error, lookup).map(({ path, value }) => {
      expect(errorPath(value)).toBe(path);
      return path;
    });
  };

  test("OUT-9: the paths of an error go through unions, trees, and the first tagged field of a struct that is there", () => {
    expect(paths("a")).toEqual([
      ...["path/missing", "path/busy", "path/other"],
      ...["maybe/missing", "maybe/busy", "maybe/other", "maybe"],
      ...["write/missing", "write/busy", "write/other"],
      ...["optional/missing", "optional/busy", "optional/other", "optional/x", "optional/y", "optional"],
      ...["named/missing", "named/busy", "named/other"],
      ...["text", "many"],
      ...["tree/leaf", "tree/branch/x", "tree/branch/y"],
      "rest",
    ]);
    expect(paths("f")).toEqual(["leaf", "branch/x", "branch/y"]);
  });

  test("OUT-9: the paths of an error have the examples of the structs beside them", () => {
    const error = errorPaths({ kind: "ref", namespace: "n", name: "Error" }, lookup);
    expect(error.find(({ path }) => path === "write/busy")?.value).toEqual({
      ".tag": "write",
      size: 9,
      reason: { ".tag": "busy" },
    });
  });

  test("OUT-9: the paths of an error enter a recursive union again once, and are none where nothing ends, for structs and for Void", () => {
    expect(paths("b")).toEqual(["inner/end", "end"]);
    expect(paths("c")).toEqual([]);
    expect(paths("d")).toEqual([]);
    expect(paths("e")).toEqual([]);
  });
});

describe.each(packagedNames)("OUT-9: in %s", async (name) => {
  const { api, decode, callers } = await packaged(name);

  test.each([{ permissions: [] }, { permissions: callers }])(
    "each path of an error has a value that readers accept, for callers with $permissions",
    ({ permissions }) => {
      const view = callerView(api, permissions).api;
      const lookup = new Lookup(view);
      const errors = view.namespaces.flatMap(({ routes }) => routes.map(({ error }) => error));
      const wrong = errors.flatMap((error) =>
        errorPaths(error, lookup).flatMap(({ path, value }) => {
          const problem = error.kind === "ref" ? refusal(() => decode(error, value, { permissions })) : undefined;
          return errorPath(value) === path && problem === undefined ? [] : [{ path, value, problem }];
        }),
      );
      expect(wrong).toEqual([]);
    },
  );
});

test.each(packagedNames)("OUT-9: in %s, the literal type of a route's paths has each of them", async (name) => {
  const { api } = await packaged(name);
  const { naming } = createContext(api, { name, version: "0.0.0", binding: {} });
  const view = callerView(api, []).api;
  const lookup = new Lookup(view);
  const lines = view.namespaces.flatMap((namespace) =>
    namespace.routes.map((route) => {
      const literals = errorPaths(route.error, lookup).map(({ path }) => JSON.stringify(path));
      const value = `${naming.folder(namespace.name)}.${naming.route(namespace.name, route)}`;
      return `expectPaths(${value}, [${literals.join(", ")}]);`;
    }),
  );
  const imports = view.namespaces
    .filter(({ routes }) => routes.length > 0)
    .map(({ name: each }) => `import * as ${naming.folder(each)} from "${name}-api/${naming.folder(each)}";`);
  const program = [
    `import type { ErrorPath, Route } from "${name}-api";`,
    ...imports,
    "declare function expectPaths<E>(route: Route<never, unknown, E, unknown, never, never>, paths: ErrorPath<E>[]): void;",
    ...lines,
  ];
  expect(await errorsWithPackage(await packageFolder(name), { "paths.ts": program.join("\n") })).toBe("");
});

describeWithDropbox("OUT-9: of the public API", async () => {
  const { api } = await packaged("dropbox");

  test("OUT-9: the public API has 2,003 paths of 244 routes, and at most 48 of one", () => {
    expect(countPaths(api)).toEqual({ routes: 244, paths: 2003, most: 48 });
  });
});

test("OUT-9: the API of spec/ has 354 paths of 63 routes", async () => {
  const { api } = await packaged("spec");
  expect(countPaths(api)).toMatchObject({ routes: 63, paths: 354 });
});

function countPaths(api: Parameters<typeof callerView>[0]): object {
  const view = callerView(api, []).api;
  const lookup = new Lookup(view);
  const counts = view.namespaces
    .flatMap(({ routes }) => routes.map(({ error }) => errorPaths(error, lookup).length))
    .filter((count) => count > 0);
  return { routes: counts.length, paths: counts.reduce((sum, count) => sum + count, 0), most: Math.max(...counts) };
}
