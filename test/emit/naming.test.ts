import { expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { printPackage } from "./print-package.js";

/** The main module of a package, for a namespace of that name. */
async function indexOf(namespace: string): Promise<string> {
  const { api } = compile([{ path: "spec.stone", text: `namespace ${namespace}\n\nalias Id = String\n` }]);
  const files = api && (await printPackage(api));
  return files?.find(({ path }) => path === "src/index.ts")?.text ?? "";
}

test.each(["call", "match", "parse_json", "is_route_error", "create_client", "error_path"])(
  "a namespace %s does not get in the way of the function of that name",
  async (namespace) => {
    const text = await indexOf(namespace);
    const [, name = ""] = /export type \* as (\w+)/.exec(text) ?? [];
    expect(name).toMatch(/^[a-zA-Z]+_$/);
  },
);

test("namespaces whose names differ in signs only have handlers of different names", async () => {
  const files = ["a-b", "a_b"].map((namespace) => ({
    path: `${namespace}.stone`,
    text: `namespace ${namespace}\n\nroute go (Void, Void, Void)\n`,
  }));
  const { api } = compile(files);
  const printed = api && (await printPackage(api));
  const text = printed?.find(({ path }) => path === "src/server/index.ts")?.text ?? "";
  const exported = [...text.matchAll(/^export type \{ (\w+Handlers_*) \}/gm)].map(([, name]) => name);
  expect(exported).toHaveLength(2);
  expect(new Set(exported).size).toBe(2);
});
