import type { PrintedFile } from "../../../src/generator/code/module.js";
import { emitCodecs } from "../../../src/generator/emit/checks/codecs.js";
import { emitNamespaceClient } from "../../../src/generator/emit/client/client.js";
import { emitRoutes } from "../../../src/generator/emit/routes.js";
import { emitNamespaceServer } from "../../../src/generator/emit/server.js";
import { emitTypes } from "../../../src/generator/emit/types.js";
import { callableRoutes, createContext, type Context } from "../../../src/generator/facts/context.js";
import type { PackageOptions } from "../../../src/generator/facts/package-options.js";
import type { Api } from "../../../src/ir/api.js";
import { printModules } from "../../../src/generator/package/print-emitted.js";

/** The declarations of a package that user code depends on, without those of its runtime. */
export interface Declarations {
  readonly context: Context;
  /** The files, with paths relative to the package: `dist/files/types.d.ts`. */
  readonly files: readonly PrintedFile[];
}

/** Builds the declarations of an API's types; with `withRoutes`, also those of its codecs, routes, clients and handlers. */
export async function buildDeclarations(api: Api, options: PackageOptions, withRoutes: boolean): Promise<Declarations> {
  const context = createContext(api, options);
  const modules = context.api.namespaces.flatMap((namespace) => [
    emitTypes(namespace, context),
    ...(withRoutes ? [emitCodecs(namespace, context)] : []),
    ...(!withRoutes || namespace.routes.length === 0 ? [] : [emitRoutes(namespace, context)]),
    ...(!withRoutes || callableRoutes(namespace, context).length === 0
      ? []
      : [emitNamespaceClient(namespace, context), emitNamespaceServer(namespace, context)]),
  ]);
  const files = await printModules(modules);
  return { context, files: files.filter(({ path }) => path.endsWith(".d.ts")) };
}
