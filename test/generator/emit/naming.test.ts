import { expect, test } from "vitest";
import { isNamespaceIdentifier } from "../../../src/generator/facts/naming.js";
import { compile } from "../../../src/compiler/compile.js";
import { emitModules } from "../../../src/generator/emit/package/package.js";
import { createContext } from "../../../src/generator/facts/context.js";
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

test("PKG-1: each function of the main module is a word that namespaces do not have", async () => {
  const text = await indexOf("files");
  const exported = [...text.matchAll(/^export (?:const|function) (\w+)|^ {2}([a-z]\w*),$|^export \{([^}]*)\} from/gm)];
  const names = exported.flatMap(([, declared, listed, line]) => [declared, listed, ...(line ?? "").split(",")]);
  const functions = names.flatMap((name) => /^[a-z]\w*$/.exec(name?.trim() ?? "") ?? []);
  expect(functions).toContain("uploadInPieces");
  expect(functions.filter((name) => isNamespaceIdentifier(name))).toEqual([]);
});

test("PKG-1: namespaces may have the names that modules of the package import from each other", () => {
  const everything = {
    ...{ name: "example-api", version: "1.0.0", arbitraries: true, mcp: true, otel: true, query: true, schemas: true },
    ...{ twin: true, binding: { webhooks: { payload: ["files.Note"] } } },
  };
  const note = "\n\nstruct Note\n    id String\n\nroute send (Note, Note, Void)\n";
  const modulesOf = (namespaces: readonly string[]): ReturnType<typeof emitModules> => {
    const { api } = compile(namespaces.map((name) => ({ path: `${name}.stone`, text: `namespace ${name}${note}` })));
    return api === undefined ? [] : emitModules(createContext(api, everything));
  };
  const imported = modulesOf(["files"]).flatMap((file) => (file.kind === "module" ? file.imports : []));
  const names = imported.flatMap(({ names }) =>
    typeof names === "string" ? [] : names.map(({ name, alias = name }) => alias),
  );
  const namespaces = new Set(names.filter((name) => /^[a-z]\w*$/.test(name) && !/files/i.test(name)));
  expect(namespaces).toContain("shapes");
  expect(() => modulesOf(["files", ...namespaces])).not.toThrow();
});
