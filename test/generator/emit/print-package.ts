import { printModules } from "../../../src/generator/package/print-emitted.js";
import type { PrintedFile } from "../../../src/generator/code/module.js";
import { emitModules } from "../../../src/generator/emit/package/package.js";
import { createContext } from "../../../src/generator/facts/context.js";
import type { Api } from "../../../src/ir/api.js";

/** The files of a package with default options, without the runtime. */
export function printPackage(api: Api): Promise<PrintedFile[]> {
  return printModules(emitModules(createContext(api, { name: "example-api", version: "1.0.0", binding: {} })));
}
