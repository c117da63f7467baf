import { emitChecks, hasChecks } from "../emit/checks/checks.js";
import { emitRoutes } from "../emit/routes.js";
import { createContext, type Context } from "../facts/context.js";
import type { PackageOptions } from "../facts/package-options.js";
import type { Api } from "../../ir/api.js";
import type { PrintedFile } from "../code/module.js";
import { printModules } from "./print-emitted.js";

/** The modules of a package that encode and decode messages: checks and routes. */
export interface CodecModules {
  readonly context: Context;
  readonly files: readonly PrintedFile[];
}

/** Builds the modules for an API. */
export async function buildCodecModules(api: Api, options: PackageOptions): Promise<CodecModules> {
  const context = createContext(api, options);
  const modules = api.namespaces.flatMap((namespace) => [
    ...(hasChecks(namespace) ? [emitChecks(namespace, context)] : []),
    ...(namespace.routes.length === 0 ? [] : [emitRoutes(namespace, context)]),
  ]);
  return { context, files: await printModules(modules) };
}
