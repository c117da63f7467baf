import type { PrintedFile } from "../../../src/generator/code/printed-file.js";
import { codecs } from "../../../src/generator/emit/checks/codecs.js";
import { emitNamespaceClient } from "../../../src/generator/emit/client/client.js";
import { emitDivided } from "../../../src/generator/emit/package/divided-module.js";
import { emitRoutes } from "../../../src/generator/emit/routes/routes.js";
import { emitNamespaceServer } from "../../../src/generator/emit/server/server.js";
import { types } from "../../../src/generator/emit/types/types.js";
import { callableRoutes, createContext, type Context } from "../../../src/generator/facts/context.js";
import type { PackageOptions } from "../../../src/generator/facts/package-options.js";
import type { Api } from "../../../src/ir/api.js";
import { printedFiles, printDirectly } from "../../../src/generator/package/print-emitted.js";

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
    emitDivided(types, namespace, context),
    ...(withRoutes ? [emitDivided(codecs, namespace, context)] : []),
    ...(!withRoutes || namespace.routes.length === 0 ? [] : [emitRoutes(namespace, context)]),
    ...(!withRoutes || callableRoutes(namespace, context).length === 0
      ? []
      : [emitNamespaceClient(namespace, context), emitNamespaceServer(namespace, context)]),
  ]);
  const files = (await Promise.all(modules.map((module) => printedFiles(printDirectly(module))))).flat();
  return { context, files: files.filter(({ path }) => path.endsWith(".d.ts")) };
}
