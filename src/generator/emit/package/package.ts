import type { Api, Namespace } from "../../../ir/api.js";
import { emitBinding } from "../routes/binding.js";
import { checks } from "../checks/checks.js";
import { emitNamespaceClient } from "../client/client.js";
import { codecs } from "../checks/codecs.js";
import { callableRoutes, createContext, type Context } from "../../facts/context.js";
import { emitDivided, type DividedModule } from "./divided-module.js";
import { isLazy } from "../../facts/lazy-namespace.js";
import type { PackageOptions } from "../../facts/package-options.js";
import { emitIndex } from "./index-module.js";
import type { GeneratedFile, TypeScriptModule } from "../../code/module.js";
import { emitOauth } from "../client/oauth.js";
import { emitPackageJson } from "./package-json.js";
import { emitReadme } from "../readme/readme.js";
import { emitSkill } from "../readme/skill.js";
import { emitLazyIndex, emitLazyRoutes } from "../routes/lazy-routes.js";
import { emitRoutes } from "../routes/routes.js";
import { emitNamespaceServer, emitServer } from "../server/server.js";
import { types } from "../types/types.js";
import { optionalSubpaths } from "./subpaths.js";

/** Returns all files of a package except its runtime and the compiled files. */
export function emitPackage(api: Api, options: PackageOptions): GeneratedFile[] {
  const context = createContext(api, options);
  return [
    ...commonFiles.flatMap((emit) => emit(context)),
    ...api.namespaces.flatMap((namespace) => [
      ...dividedModules
        .filter(({ isWanted }) => isWanted(namespace, context))
        .map((divided) => emitDivided(divided, namespace, context)),
      ...wholeModules.flatMap((emit) => emit(namespace, context) ?? []),
    ]),
  ];
}

/** The files of a package that depend on the whole API. */
export const commonFiles: readonly ((context: Context) => readonly GeneratedFile[])[] = [
  (context) => [emitPackageJson(context)],
  (context) => [emitReadme(context)],
  (context) => [emitSkill(context)],
  (context) => [emitBinding(context)],
  (context) => [emitIndex(context)],
  (context) => emitServer(context),
  (context) => [emitOauth(context)],
  (context) => optionalSubpaths(context.options).flatMap(({ emit }) => emit(context)),
];

/** The modules of each namespace that are emitted definition by definition. */
export const dividedModules: readonly DividedModule[] = [types, checks, codecs];

/** The modules that are emitted as a whole for a namespace, if it has them. */
export const wholeModules: readonly ((namespace: Namespace, context: Context) => TypeScriptModule | undefined)[] = [
  (namespace, context) => (namespace.routes.length === 0 ? undefined : emitRoutes(namespace, context)),
  (namespace, context) => (isLazy(namespace, context) ? emitLazyRoutes(namespace, context) : undefined),
  (namespace, context) => (isLazy(namespace, context) ? emitLazyIndex(namespace, context) : undefined),
  (namespace, context) => (hasCalls(namespace, context) ? emitNamespaceClient(namespace, context) : undefined),
  (namespace, context) => (hasCalls(namespace, context) ? emitNamespaceServer(namespace, context) : undefined),
];

function hasCalls(namespace: Namespace, context: Context): boolean {
  return callableRoutes(namespace, context).length > 0;
}
