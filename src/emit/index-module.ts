import type { Namespace } from "../ir/api.js";
import { callableRoutes, sourceName, type Context } from "./context.js";
import { Module, type EmittedModule } from "./module.js";

/** The module for the subpath of a namespace: its types, codecs and routes, and its part of a client. */
export function emitNamespaceIndex(namespace: Namespace, context: Context): EmittedModule {
  const { naming } = context;
  const module = new Module(`src/${naming.folder(namespace.name)}/index.ts`, sourceName(namespace), []);
  module.add('export * from "./codecs.js";');
  if (namespace.routes.length > 0) {
    module.add('export * from "./routes.js";');
  }
  if (callableRoutes(namespace, context).length > 0) {
    module.add(`export { ${naming.client(namespace.name)} } from "./client.js";`);
  }
  module.add('export type * from "./types.js";');
  return module.finish();
}

/** The main module of the package: the client and its public types. */
export function emitIndex({ api, naming }: Context): EmittedModule {
  const module = new Module("src/index.ts", "the specification", []);
  module.add('export { type Client, type ClientOptions, createClient, createCore } from "./client.js";');
  for (const namespace of api.namespaces) {
    module.add(
      `export type * as ${naming.namespace(namespace.name)} from "./${naming.folder(namespace.name)}/types.js";`,
    );
  }
  module.add(
    'export type { Call, Outcome, Reply } from "./runtime/client/call.js";',
    'export type { ByteRange, ContentRange } from "./runtime/client/byte-range.js";',
    'export type { ClientCore } from "./runtime/client/core.js";',
    'export type * from "./runtime/client/options.js";',
    'export type { Saved } from "./runtime/client/save-to.js";',
    'export * from "./runtime/client/download.js";',
    'export { downloadUrl } from "./runtime/client/download-url.js";',
    'export { call } from "./runtime/client/rpc.js";',
    'export { upload, type UploadOptions } from "./runtime/client/upload.js";',
    'export { uploadInPieces, type UploadSessionOptions, type UploadState, type UploadSteps } from "./runtime/client/upload-session.js";',
    'export type { UploadContent, UploadSource } from "./runtime/client/upload-content.js";',
    'export { DecodeError, EncodeError, type MismatchCode } from "./runtime/codecs/codec-error.js";',
    'export type { DecodeOptions, EncodeOptions } from "./runtime/codecs/check.js";',
    'export * from "./runtime/client/errors.js";',
    'export { errorPath, errorSummary, type ErrorPath } from "./runtime/routes/error-summary.js";',
    'export { exactJson, type JsonText, parseJson, stringifyJson } from "./runtime/text/json.js";',
    'export { match, type VariantHandlers } from "./runtime/codecs/match.js";',
    'export { callList, callPaged, type ListCall, type PagedCall } from "./runtime/client/paging.js";',
    'export type { Route, RouteInfo } from "./runtime/routes/route.js";',
    'export { callLaunch, callPoll, JobTimeoutError, type LaunchCall, type PollCall, type WaitOptions } from "./runtime/client/waiting.js";',
    'export type { UnknownTag, UnknownVariant } from "./runtime/codecs/variant.js";',
  );
  return module.finish();
}
