import type { Namespace } from "../../ir/api.js";
import { callableRoutes, type Context } from "../../facts/context.js";
import { sourceName } from "../source-name.js";
import { Module, type TypeScriptModule } from "../../code/module.js";
import {
  exportAll,
  exportAllTypes,
  exportNames,
  exportTypes,
  listedType,
  type ListedName,
} from "../../code/tree/declaration.js";

/** The module for the subpath of a namespace: its types, codecs and routes, and its part of a client. */
export function emitNamespaceIndex(namespace: Namespace, context: Context): TypeScriptModule {
  const { naming } = context;
  const module = new Module(`src/${naming.folder(namespace.name)}/index.ts`, sourceName(namespace), []);
  module.add(exportAll("./codecs.js"));
  if (namespace.routes.length > 0) {
    module.add(exportAll("./routes.js"));
  }
  if (callableRoutes(namespace, context).length > 0) {
    module.add(exportNames([naming.client(namespace.name)], "./client.js"));
  }
  module.add(exportAllTypes("./types.js"));
  return module.finish();
}

/** The main module of the package: the client and its public types. */
export function emitIndex({ api, naming }: Context): TypeScriptModule {
  const module = new Module("src/index.ts", "the specification", []);
  module.add(
    exportNames([listedType("Client"), listedType("ClientOptions"), "createClient", "createCore"], "./client.js"),
    ...api.namespaces.map(({ name }) => exportAllTypes(`./${naming.folder(name)}/types.js`, naming.namespace(name))),
    ...runtimeExports.map(([folder, names]) => exportNames(names, `./runtime/${folder}.js`)),
    exportTypes(["Saved"], "./runtime/saving.js"),
  );
  return module.finish();
}

/** What the main module exports of the runtime. */
const runtimeExports: readonly (readonly [module: string, names: readonly (string | ListedName)[]])[] = [
  [
    "client",
    [
      "AccessError",
      "ApiError",
      "AuthenticationError",
      "BadRequestError",
      listedType("ByteRange"),
      listedType("Call"),
      "call",
      listedType("CallError"),
      "callLaunch",
      "callList",
      listedType("CallOptions"),
      "callPaged",
      "callPoll",
      listedType("ClientCore"),
      listedType("ClientSettings"),
      listedType("ConditionalDownloadOptions"),
      listedType("ContentRange"),
      listedType("Download"),
      "download",
      listedType("DownloadCall"),
      listedType("DownloadOptions"),
      "downloadUrl",
      listedType("ErrorResponse"),
      listedType("ExtraHeaders"),
      listedType("Interceptor"),
      listedType("InvalidValue"),
      "isApiError",
      "isRouteError",
      "JobTimeoutError",
      listedType("LaunchCall"),
      listedType("ListCall"),
      "NetworkError",
      listedType("NotModified"),
      listedType("Outcome"),
      listedType("OutgoingRequest"),
      listedType("PagedCall"),
      listedType("PollCall"),
      listedType("Progress"),
      "ProtocolError",
      "RangeNotSatisfiableError",
      "RateLimitError",
      listedType("Reply"),
      "ResponseError",
      listedType("RetryOptions"),
      "RouteError",
      listedType("RouteErrorDetails"),
      listedType("Send"),
      listedType("SendingOptions"),
      "ServerError",
      "TimeoutError",
      listedType("TimeoutOptions"),
      listedType("TokenProvider"),
      "upload",
      listedType("UploadContent"),
      "uploadInPieces",
      listedType("UploadOptions"),
      listedType("UploadSessionOptions"),
      listedType("UploadSource"),
      listedType("UploadState"),
      listedType("UploadSteps"),
      listedType("Validate"),
      listedType("WaitOptions"),
    ],
  ],
  [
    "codecs",
    [
      "DecodeError",
      listedType("DecodeOptions"),
      "EncodeError",
      listedType("EncodeOptions"),
      "match",
      listedType("MismatchCode"),
      listedType("UnknownTag"),
      listedType("UnknownVariant"),
      listedType("VariantHandlers"),
    ],
  ],
  ["routes", [listedType("ErrorPath"), "errorPath", "errorSummary", listedType("Route"), listedType("RouteInfo")]],
  ["text", ["exactJson", listedType("JsonText"), "parseJson", "stringifyJson"]],
];
