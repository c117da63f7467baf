import { expect, test } from "vitest";
import { print } from "../../src/build/print.js";
import { compile } from "../../src/compiler/compile.js";
import { emitPackage } from "../../src/emit/package/package.js";

/** The main module of a package, for a namespace of that name. */
async function indexOf(namespace: string): Promise<string> {
  const { api } = compile([{ path: "spec.stone", text: `namespace ${namespace}\n\nalias Id = String\n` }]);
  const files = api && (await print(emitPackage(api, { name: "x", version: "1.0.0", binding: {} })));
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
