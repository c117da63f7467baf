import type { Namespace } from "../../ir/api.js";
import { callableRoutes, type Context } from "../../facts/context.js";
import { sourceName } from "../source-name.js";
import { Module, type EmittedModule } from "../../code/module.js";

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
    ...runtimeExports.map(([folder, names]) => `export { ${names.join(", ")} } from "./runtime/${folder}.js";`),
    'export type { Saved } from "./runtime/saving.js";',
  );
  return module.finish();
}

/** What the main module exports of the runtime. */
const runtimeExports: readonly (readonly [module: string, names: readonly string[]])[] = [
  [
    "client",
    [
      "AccessError",
      "ApiError",
      "AuthenticationError",
      "BadRequestError",
      "type ByteRange",
      "type Call",
      "call",
      "type CallError",
      "callLaunch",
      "callList",
      "type CallOptions",
      "callPaged",
      "callPoll",
      "type ClientCore",
      "type ClientSettings",
      "type ConditionalDownloadOptions",
      "type ContentRange",
      "type Download",
      "download",
      "type DownloadCall",
      "type DownloadOptions",
      "downloadUrl",
      "type ErrorResponse",
      "type ExtraHeaders",
      "type Interceptor",
      "type InvalidValue",
      "isApiError",
      "isRouteError",
      "JobTimeoutError",
      "type LaunchCall",
      "type ListCall",
      "NetworkError",
      "type NotModified",
      "type Outcome",
      "type OutgoingRequest",
      "type PagedCall",
      "type PollCall",
      "type Progress",
      "ProtocolError",
      "RangeNotSatisfiableError",
      "RateLimitError",
      "type Reply",
      "ResponseError",
      "type RetryOptions",
      "RouteError",
      "type RouteErrorDetails",
      "type Send",
      "type SendingOptions",
      "ServerError",
      "TimeoutError",
      "type TimeoutOptions",
      "type TokenProvider",
      "upload",
      "type UploadContent",
      "uploadInPieces",
      "type UploadOptions",
      "type UploadSessionOptions",
      "type UploadSource",
      "type UploadState",
      "type UploadSteps",
      "type Validate",
      "type WaitOptions",
    ],
  ],
  [
    "codecs",
    [
      "DecodeError",
      "type DecodeOptions",
      "EncodeError",
      "type EncodeOptions",
      "match",
      "type MismatchCode",
      "type UnknownTag",
      "type UnknownVariant",
      "type VariantHandlers",
    ],
  ],
  ["routes", ["type ErrorPath", "errorPath", "errorSummary", "type Route", "type RouteInfo"]],
  ["text", ["exactJson", "type JsonText", "parseJson", "stringifyJson"]],
];
