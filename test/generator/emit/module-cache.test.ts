import { expect, test } from "vitest";
import { Compiler } from "../../../src/compiler/compiler.js";
import type { TypeScriptModule } from "../../../src/generator/code/module.js";
import { ModuleCache } from "../../../src/generator/emit/package/module-cache.js";
import { emitModules } from "../../../src/generator/emit/package/package.js";
import { createContext } from "../../../src/generator/facts/context.js";

const one = 'namespace one\n\nstruct S\n    "What it is."\n    a String\n\nroute go (Void, Void, Void)\n';
const other = "namespace other\n\nstruct T\n    a String\n\nroute get (T, T, Void)\n";

/** The modules of namespaces that are emitted again after a change of the namespace `one`. */
function modulesEmittedAfter(change: (text: string) => string): string[] {
  const compiler = new Compiler();
  const cache = new ModuleCache();
  const emit = (text: string): TypeScriptModule[] => {
    const { api } = compiler.compile([
      { path: "one.stone", text },
      { path: "other.stone", text: other },
    ]);
    const files = emitModules(createContext(api, { name: "an-api", version: "1.0.0", binding: {} }), cache);
    return files.filter((file) => file.kind === "module").filter(({ path }) => /^src\/(?:one|other)\//.test(path));
  };
  const before = new Set(emit(one));
  return emit(change(one))
    .filter((module) => !before.has(module))
    .map(({ path }) => path);
}

test("FE-6: after a changed sentence about a type, only the modules whose emitters read it are emitted again", () => {
  const emitted = modulesEmittedAfter((text) => text.replace("What it is", "What it was"));
  expect(emitted).toEqual(["src/one/types.ts", "src/one/checks.ts"]);
});

test("FE-6: after a new route, the types of its namespace are not emitted again", () => {
  const emitted = modulesEmittedAfter((text) => `${text}\nroute stop (Void, Void, Void)\n`);
  expect(emitted).toEqual(["checks", "index", "routes", "client", "server"].map((name) => `src/one/${name}.ts`));
});

test("FE-6: after a compilation of the same text, no module is emitted again", () => {
  expect(modulesEmittedAfter((text) => text)).toEqual([]);
});
