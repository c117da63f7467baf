import { emitLazyIndex, emitLazyRoutes } from "../lazy-routes.js";
import { emitBinding, emitRoutes } from "../routes.js";
import { emitChecks, hasChecks } from "../checks/checks.js";
import { emitNamespaceClient } from "../client/client.js";
import { emitCodecs } from "../checks/codecs.js";
import { hasTypes, type Context } from "../../facts/context.js";
import { hasCalls, isLazy } from "../../facts/lazy-namespace.js";
import { emitIndex } from "./index-module.js";
import type { EmitModule, ModuleCache } from "./module-cache.js";
import type { GeneratedFile } from "../../code/module.js";
import { emitOauth } from "../client/oauth.js";
import { emitPackageJson } from "./package-json.js";
import { emitReadme } from "../readme/readme.js";
import { emitSkill } from "../readme/skill.js";
import { emitNamespaceServer, emitServer } from "../server.js";
import { emitTypes } from "../types.js";
import { optionalSubpaths } from "./subpaths.js";

/** Returns all files of a package except its runtime and the compiled files. Modules in the cache that are up to date are not emitted again. */
export function emitModules(context: Context, cache?: ModuleCache): GeneratedFile[] {
  return [
    emitPackageJson(context),
    emitReadme(context),
    emitSkill(context),
    emitBinding(context),
    emitIndex(context),
    ...emitServer(context),
    emitOauth(context),
    ...optionalSubpaths(context.options).flatMap(({ emit }) => emit(context)),
    ...context.api.namespaces.flatMap((namespace) =>
      namespaceModules.flatMap(
        (emit) => (cache === undefined ? emit(namespace, context) : cache.emit(emit, namespace, context)) ?? [],
      ),
    ),
  ];
}

const namespaceModules: readonly EmitModule[] = [
  (namespace, context) => (hasTypes(namespace) ? emitTypes(namespace, context) : undefined),
  (namespace, context) => (hasChecks(namespace) ? emitChecks(namespace, context) : undefined),
  emitCodecs,
  (namespace, context) => (namespace.routes.length === 0 ? undefined : emitRoutes(namespace, context)),
  (namespace, context) => (isLazy(namespace, context) ? emitLazyRoutes(namespace, context) : undefined),
  (namespace, context) => (isLazy(namespace, context) ? emitLazyIndex(namespace, context) : undefined),
  (namespace, context) => (hasCalls(namespace, context) ? emitNamespaceClient(namespace, context) : undefined),
  (namespace, context) => (hasCalls(namespace, context) ? emitNamespaceServer(namespace, context) : undefined),
];
