import { expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { withExample } from "../../../src/generator/emit/comments.js";
import { printPackage } from "./print-package.js";

/** A module of the package for the namespace `other`, which has a struct and two versions of a route, and for `n`. */
async function emitted(path: string, n: string): Promise<string> {
  const other =
    "namespace other\n\nstruct Lamp\n    name String\n\nroute switch(Lamp, Void, Void)\n\nroute switch:2(Lamp, Void, Void)\n";
  const { api, diagnostics } = compile([
    { path: "other.stone", text: other },
    { path: "n.stone", text: `namespace n\n\nimport other\n\n${n}\n` },
  ]);
  if (api === undefined) {
    throw new Error(diagnostics[0]?.message);
  }
  const files = await printPackage(api);
  return files.find((file) => file.path === path)?.text ?? "";
}

test("a type of another namespace is linked where the module imports that, and else mentioned", async () => {
  const doc = '    "See :type:`other.Lamp`."\n';
  expect(await emitted("src/n/types.ts", `struct S\n${doc}    lamp other.Lamp`)).toContain("See {@link other.Lamp}.");
  expect(await emitted("src/n/types.ts", `struct S\n${doc}    f String`)).toContain("See `other.Lamp`.");
  const route = (arg: string): string => `route r(${arg}, Void, Void)\n${doc}`;
  expect(await emitted("src/n/client.ts", route("other.Lamp"))).toContain("See {@link other.Lamp}.");
  expect(await emitted("src/n/client.ts", route("Void"))).toContain("See `other.Lamp`.");
});

test("a route is linked to its method or constant, one of another namespace is mentioned", async () => {
  const routes =
    'route r(Void, Void, Void)\n    "See :route:`t` and :route:`other.switch`."\n\nroute t(Void, Void, Void)';
  expect(await emitted("src/n/client.ts", routes)).toContain("See {@link NClient.t} and `other/switch`.");
  expect(await emitted("src/n/routes.ts", routes)).toContain("See {@link t} and `other/switch`.");
});

test("a route that cannot be linked is mentioned as in its URL, with its version", async () => {
  const text = await emitted("src/n/types.ts", 'struct S\n    "See :route:`other.switch:2`."\n    f String');
  expect(text).toContain("See `other/switch_v2`.");
});

test("a field of the documented type is mentioned by its name, one of another type with that", async () => {
  const s =
    'struct S\n    "See :field:`f` and :field:`T.f`."\n    f String\n        "Not :field:`T.f`, but :field:`f`."\n';
  const text = await emitted("src/n/types.ts", `${s}\nstruct T\n    f String\n`);
  expect(text).toContain("See `f` and `T.f`.");
  expect(text).toContain("Not `T.f`, but `f`.");
  const route = 'route r(S, Void, Void)\n    "See :field:`S.f` and :field:`T.f`."\n';
  expect(await emitted("src/n/client.ts", `${s}\nstruct T\n    f String\n\n${route}`)).toContain(
    "See `S.f` and `T.f`.",
  );
});

test("a link stays on one line", async () => {
  const words = Array.from({ length: 40 }, () => ":type:`S`").join(" ");
  const text = await emitted("src/n/types.ts", `struct S\n    "${words}"\n    f String`);
  expect(text.match(/\{@link S\}/g)).toHaveLength(40);
});

test("defaults, previews and deprecations of fields are documented in both views", async () => {
  const text = await emitted(
    "src/n/types.ts",
    `annotation Soon = Preview()

annotation Old = Deprecated()

struct S
    a UInt32 = 5
    b String?
        @Soon
    c String?
        @Old`,
  );
  expect(text.match(/@defaultValue `5`/g)).toHaveLength(2);
  expect(text.match(/Preview/g)).toHaveLength(2);
  expect(text.match(/@deprecated/g)).toHaveLength(2);
});

test("an example cannot end the comment that it stands in", () => {
  expect(withExample("Doc.", ['call("*/");'])).toBe('Doc.\n\n@example\n```ts\ncall("*\\/");\n```');
  expect(withExample(undefined, ["call();"])).toBe("@example\n```ts\ncall();\n```");
  expect(withExample("Doc.", undefined)).toBe("Doc.");
});
