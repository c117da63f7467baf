import { addClient, clientLocals } from "../client/client.js";
import { hasTypes, type Context } from "../../facts/context.js";
import { Module, type TypeScriptModule } from "../../code/module.js";
import { exportAllTypes, exportNames, exportTypes, listedType, type ListedName } from "../../code/tree/declaration.js";

/** Returns the main module of the package: the client, and all public types. */
export function emitIndex(context: Context): TypeScriptModule {
  const { api, naming } = context;
  const module = new Module("src/index.ts", "the specification", clientLocals);
  addClient(module, context);
  module.add(
    ...api.namespaces
      .filter((namespace) => hasTypes(namespace, context))
      .map(({ name }) => exportAllTypes(`./${naming.folder(name)}/types.js`, naming.namespace(name))),
    ...runtimeExports.map(([name, names]) => exportNames(names, `./runtime/${name}.js`)),
    exportTypes(["Saved"], "./runtime/saving.js"),
  );
  return module.finish();
}

/** The re-exports of the runtime. */
const runtimeExports: readonly (readonly [module: string, names: readonly (string | ListedName)[]])[] = [
  [
    "client",
    [
      "AccessError",
      "ApiError",
      listedType("Around"),
      listedType("AroundCall"),
      listedType("Attempt"),
      listedType("AttemptStart"),
      "AuthenticationError",
      "BadRequestError",
      listedType("ByteRange"),
      listedType("Call"),
      "call",
      listedType("CallError"),
      "callChangingList",
      "callLaunch",
      "callList",
      listedType("CallOptions"),
      "callPaged",
      "callPoll",
      listedType("Changes"),
      listedType("ChangesOptions"),
      listedType("ChangesReset"),
      listedType("ChangingListCall"),
      listedType("ClientCore"),
      listedType("ClientSettings"),
      listedType("ConditionalDownloadOptions"),
      listedType("ContentRange"),
      listedType("Download"),
      "download",
      listedType("DownloadCall"),
      listedType("DownloadOptions"),
      "downloadUrl",
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
      listedType("ParentOperation"),
      listedType("PollCall"),
      listedType("Progress"),
      "ProtocolError",
      "RangeNotSatisfiableError",
      "RateLimitError",
      listedType("ReceivedResponse"),
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
    "shared",
    [
      "DecodeError",
      listedType("DecodeOptions"),
      "EncodeError",
      listedType("EncodeOptions"),
      listedType("ErrorPath"),
      "errorPath",
      "errorSummary",
      "exactJson",
      listedType("JsonText"),
      "match",
      listedType("MismatchCode"),
      "parseJson",
      listedType("Route"),
      listedType("RouteInfo"),
      "stringifyJson",
      listedType("UnknownTag"),
      listedType("UnknownVariant"),
      listedType("VariantHandlers"),
    ],
  ],
];
