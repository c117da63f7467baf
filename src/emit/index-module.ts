import type { Namespace } from "../ir/api.js";
import { sourceOf, type Context } from "./context.js";
import { Module, type EmittedModule } from "./module.js";

/** The module that is a namespace's subpath: its types, codecs and routes. */
export function emitNamespaceIndex(namespace: Namespace, { naming }: Context): EmittedModule {
  const module = new Module(`src/${naming.folder(namespace.name)}/index.ts`, sourceOf(namespace), []);
  module.add('export * from "./codecs.js";');
  if (namespace.routes.length > 0) {
    module.add('export * from "./routes.js";');
  }
  module.add('export type * from "./types.js";');
  return module.finish();
}

/** The main module of the package: the client and what its users meet. */
export function emitIndex({ api, naming }: Context): EmittedModule {
  const module = new Module("src/index.ts", "the specification", []);
  module.add('export { type Client, createClient } from "./client.js";');
  for (const namespace of api.namespaces) {
    module.add(
      `export type * as ${naming.namespace(namespace.name)} from "./${naming.folder(namespace.name)}/types.js";`,
    );
  }
  module.add(
    'export type { Call, Outcome, Reply } from "./runtime/call.js";',
    'export { call, type CallOptions, type ClientOptions } from "./runtime/client.js";',
    'export { DecodeError, EncodeError, type MismatchCode } from "./runtime/codec-error.js";',
    'export type { DecodeOptions, EncodeOptions } from "./runtime/check.js";',
    'export * from "./runtime/errors.js";',
    'export { errorPath, errorSummary, type ErrorPath } from "./runtime/error-summary.js";',
    'export { parseJson, stringifyJson } from "./runtime/json.js";',
    'export { match, type VariantHandlers } from "./runtime/match.js";',
    'export type { Route, RouteInfo } from "./runtime/route.js";',
    'export type { UnknownTag, UnknownVariant } from "./runtime/variant.js";',
  );
  return module.finish();
}
