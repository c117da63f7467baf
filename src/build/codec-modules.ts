import { emitChecks } from "../emit/checks/checks.js";
import { emitCodecs } from "../emit/checks/codecs.js";
import { createContext, type Context } from "../facts/context.js";
import type { PackageOptions } from "../facts/package-options.js";
import { invalidatedNamespaces } from "../emit/package/invalidated-namespaces.js";
import type { EmittedModule } from "../code/module.js";
import { emitRoutes } from "../emit/routes/routes.js";
import type { Api, Namespace } from "../ir/api.js";
import { printFiles } from "./package.js";
import type { PrintedFile } from "../code/printed-file.js";

/** The modules of a package that messages need: checks, codecs and routes. */
export interface CodecModules {
  readonly context: Context;
  /** By the name of the namespace. */
  readonly modules: ReadonlyMap<string, readonly PrintedFile[]>;
}

/** Builds the modules of an API. Those of a namespace that are as in `like` are not printed again. */
export async function buildCodecModules(api: Api, options: PackageOptions, like?: CodecModules): Promise<CodecModules> {
  const context = createContext(api, options);
  const invalidated = like && invalidatedNamespaces(like.context, context);
  const modules = new Map<string, readonly PrintedFile[]>();
  for (const namespace of api.namespaces) {
    const known = invalidated?.has(namespace.name) === false ? like?.modules.get(namespace.name) : undefined;
    modules.set(namespace.name, known ?? (await printFiles(emit(namespace, context))));
  }
  return { context, modules };
}

function emit(namespace: Namespace, context: Context): readonly EmittedModule[] {
  return [
    emitChecks(namespace, context),
    emitCodecs(namespace, context),
    ...(namespace.routes.length === 0 ? [] : [emitRoutes(namespace, context)]),
  ];
}
