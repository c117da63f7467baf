import type { Api, Namespace } from "../../ir/api.js";
import { emitChecks } from "../checks/checks.js";
import { emitClient, emitNamespaceClient } from "../client/client.js";
import { emitCodecs } from "../checks/codecs.js";
import { callableRoutes, createContext, type Context } from "../../facts/context.js";
import type { PackageOptions } from "../../facts/package-options.js";
import { emitIndex, emitNamespaceIndex } from "./index-module.js";
import type { EmittedFile } from "../../code/module.js";
import { emitOauth } from "../client/oauth.js";
import { namespacePart } from "../readme/namespaces.js";
import { emitPackageJson } from "./package-json.js";
import { emitReadme } from "../readme/readme.js";
import { emitRoutes } from "../routes/routes.js";
import { emitNamespaceServer, emitServer } from "../server/server.js";
import { emitTypes } from "../types/types.js";
import { emitBinding } from "../routes/binding.js";
import { optionalSubpaths } from "./subpaths.js";

/** All files of a package except its runtime and the compiled files. */
export function emitPackage(api: Api, options: PackageOptions): EmittedFile[] {
  const context = createContext(api, options);
  const namespaces = api.namespaces.map((namespace) => emitNamespace(namespace, context));
  return [
    ...emitCommon(
      context,
      namespaces.flatMap(({ readme }) => readme),
    ),
    ...namespaces.flatMap(({ modules }) => modules),
  ];
}

/** The files of a package that depend on the whole API. */
export function emitCommon(context: Context, readmeOfNamespaces: readonly string[]): EmittedFile[] {
  return [
    emitPackageJson(context),
    emitReadme(context, readmeOfNamespaces),
    emitBinding(context),
    emitIndex(context),
    emitClient(context),
    ...emitServer(context),
    emitOauth(context),
    ...optionalSubpaths(context.options).flatMap(({ emit }) => emit(context)),
  ];
}

export interface EmittedNamespace {
  readonly modules: readonly EmittedFile[];
  /** Its section of the README. */
  readonly readme: readonly string[];
}

/** The modules of a namespace, and its section of the README. */
export function emitNamespace(namespace: Namespace, context: Context): EmittedNamespace {
  const modules = [
    emitTypes(namespace, context),
    emitChecks(namespace, context),
    emitCodecs(namespace, context),
    ...(namespace.routes.length === 0 ? [] : [emitRoutes(namespace, context)]),
    ...(callableRoutes(namespace, context).length === 0
      ? []
      : [emitNamespaceClient(namespace, context), emitNamespaceServer(namespace, context)]),
    emitNamespaceIndex(namespace, context),
  ];
  return { modules, readme: namespacePart(namespace, context) };
}
