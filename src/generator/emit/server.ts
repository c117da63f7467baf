import type { Namespace, Route } from "../../ir/api.js";
import { routeName } from "../../ir/names.js";
import { methodKey } from "../code/literals.js";
import { Module, type TypeScriptModule } from "../code/module.js";
import { code, declarations, objectMember, typeCode } from "../code/template/template.js";
import { exportNames, exportTypes, listedType, type ListedName, type MethodType } from "../code/tree/declaration.js";
import type { Expression } from "../code/tree/expression.js";
import {
  reference,
  textType,
  undefinedType,
  union,
  voidType,
  type MemberType,
  type TypeNode,
} from "../code/tree/type.js";
import { authenticationKinds, callableNamespaces, callableRoutes, routeStyle, type Context } from "../facts/context.js";
import { pascalCase } from "../facts/naming.js";
import { typeNode } from "../facts/type-node.js";
import { sourceName, qualifierIn } from "./namespace-module.js";
import { mentionsBeside, routeDoc } from "./routes.js";

/** Returns the modules of the subpaths `./server` and `./server/node`. */
export function emitServer(context: Context): TypeScriptModule[] {
  return [emitHandler(context), emitNode()];
}

function emitHandler(context: Context): TypeScriptModule {
  const { naming } = context;
  const namespaces = callableNamespaces(context);
  const module = new Module("src/server/index.ts", "the specification", [
    "createHandler",
    "HandlerOptions",
    "options",
    "unimplemented",
  ]);
  const path = (namespace: Namespace): string => `../${naming.folder(namespace.name)}/server.js`;
  const type = (name: string): string => module.type("../runtime/server.js", name);
  const value = (name: string): string => module.value("../runtime/server.js", name);
  const handlers = (namespace: Namespace): string => module.type(path(namespace), naming.handlers(namespace.name));
  const property = (namespace: Namespace, type: TypeNode): MemberType => ({
    name: naming.namespace(namespace.name),
    origin: namespace.name,
    isReadonly: true,
    type,
  });
  const routes = namespaces.map((namespace) => {
    const list = module.value(path(namespace), routesFunction(namespace, context));
    return code`...${list}(options.${naming.namespace(namespace.name)})`;
  });
  const stubs = namespaces.map((namespace) => {
    const value = module.value(path(namespace), stubsName(namespace, context));
    return objectMember`${naming.namespace(namespace.name)}: ${value}`;
  });
  module.add(
    ...declarations`
      /** The options of a server, with the handlers by namespace. Use {@link unimplemented} for missing handlers. */
      export interface HandlerOptions<Context> extends ${type("ServerOptions")}<Context> {
        ${namespaces.map((namespace) => property(namespace, typeCode`${handlers(namespace)}<Context>`))}
      }

      /**
       * Creates a handler for platforms that use the standard \`Request\` and \`Response\`. For \`node:http\`, Express and Fastify use
       * \`toNodeListener\` from the subpath \`./server/node\`.
       */
      export function createHandler<Context>(options: HandlerOptions<Context>): ${type("Handler")} {
        ${value("checkServerOptions")}(options, unimplemented);
        const routes = [${routes}];
        return ${value("toHandler")}(
          ${value("createServerCore")}(${module.value("../binding.js", "binding")}, routes, options),
        );
      }

      /** A handler for each route, which responds with status 501. */
      export const unimplemented: {
        ${namespaces.map((each) => property(each, typeCode`${type("Unimplemented")}<${handlers(each)}<unknown>>`))}
      } = { ${stubs} };

      ${exportNames(runtimeExports, "../runtime/server.js")}
      ${namespaces.map((namespace) => exportTypes([naming.handlers(namespace.name)], path(namespace)))}
    `,
  );
  return module.finish();
}

/** The type parameter for the result of `authenticate`. */
const contextType = reference("Context");

/** The re-exports of the runtime. */
const runtimeExports: readonly (string | ListedName)[] = [
  "accessDenied",
  listedType("AppCredentials"),
  listedType("AroundServedCall"),
  listedType("AuthenticationRequest"),
  "badCall",
  "badRequest",
  listedType("Caller"),
  listedType("Content"),
  listedType("ContentReader"),
  "contentResponse",
  listedType("DownloadReply"),
  listedType("ErrorInfo"),
  listedType("Handler"),
  listedType("HandlerRequest"),
  listedType("IdempotencyOptions"),
  listedType("IdempotencyStore"),
  listedType("KeyedCall"),
  "memoryStore",
  listedType("MemoryStoreOptions"),
  "notImplemented",
  listedType("OnceOutcome"),
  "rateLimited",
  "Refusal",
  listedType("ReplyEntry"),
  listedType("RequestedRange"),
  "routeError",
  listedType("ServedContent"),
  listedType("ServedOutcome"),
  listedType("ServerAround"),
  listedType("ServerOptions"),
  listedType("StoredReply"),
  "unauthorized",
  listedType("UploadedContent"),
  listedType("UserMessage"),
];

function emitNode(): TypeScriptModule {
  const module = new Module("src/server/node.ts", "the specification", []);
  module.add(exportNames(["toNodeListener"], "../runtime/server.js"));
  return module.finish();
}

/** Returns the module that contains the interface of a namespace's handlers. */
export function emitNamespaceServer(namespace: Namespace, context: Context): TypeScriptModule {
  const { naming } = context;
  const handlers = naming.handlers(namespace.name);
  const list = routesFunction(namespace, context);
  const stubs = stubsName(namespace, context);
  const locals = [handlers, list, stubs, "handlers", "arg", "content", "caller", "request", "Context"];
  const module = new Module(`src/${naming.folder(namespace.name)}/server.ts`, sourceName(namespace), locals);
  const routes = callableRoutes(namespace, context);
  const methods = routes.map((route) => ({ route, signature: signature(route, namespace, module, context) }));
  const mentions = mentionsBeside(namespace, module, context, (route) =>
    routes.includes(route) ? `${handlers}.${naming.method(namespace.name, route)}` : undefined,
  );
  const signatures = methods.map(({ route, signature }) => {
    const notes =
      route.error.kind === "void"
        ? []
        : [`Fail with \`throw routeError(${naming.route(namespace.name, route)}, error)\`.`];
    return { ...signature, doc: routeDoc(route, namespace, context, notes, mentions) };
  });
  const parameter = routes.length === 0 ? "_handlers" : "handlers";
  const listed = routes.map((route) => serverRoute(route, namespace, module, context));
  const type = (name: string): string => module.type("../runtime/server.js", name);
  const members = routes.map(
    (route) =>
      objectMember`${naming.method(namespace.name, route)}: ${module.value("../runtime/server.js", "unimplemented")}`,
  );
  module.add(
    ...declarations`
      /**
       * The handlers of the namespace \`${namespace.name}\`. \`caller\` is the context that \`authenticate\` has returned.
       */
      export interface ${handlers}<Context> {
        ${signatures}
      }

      /** The routes of the namespace \`${namespace.name}\` with their handlers. */
      export function ${list}<Context>(${parameter}: Partial<${handlers}<Context>> = {}): ${type("ServerRoute")}[] {
        return [${listed}];
      }

      /** A handler for each route of the namespace \`${namespace.name}\`, which responds with status 501. */
      export const ${stubs}: ${type("Unimplemented")}<${handlers}<unknown>> = { ${members} };
    `,
  );
  return module.finish();
}

/** Returns the name of the function that lists the routes of a namespace: `filesRoutes`. */
export function routesFunction(namespace: Namespace, { naming }: Context): string {
  return `${naming.namespace(namespace.name)}Routes`;
}

function stubsName(namespace: Namespace, { naming }: Context): string {
  return `unimplemented${pascalCase(naming.namespace(namespace.name))}`;
}

function isVoid(route: Route, part: "arg" | "result", { lookup }: Context): boolean {
  return lookup.withoutAliases(route[part]).kind === "void";
}

/** Returns an item of the list of routes: `rpc(routes.copy, handlers.copy?.bind(handlers))`. */
function serverRoute(route: Route, namespace: Namespace, module: Module, context: Context): Expression {
  const { naming } = context;
  const style = routeStyle(route, context);
  const runtime = (of: string): string => module.value("../runtime/server.js", of);
  const value = code`${module.importValues("./routes.js", "routes")}.${naming.route(namespace.name, route)}`;
  let handle = code`handlers.${naming.method(namespace.name, route)}?.bind(handlers)`;
  if (isVoid(route, "result", context) && style !== "download") {
    handle = code`${runtime("withoutResult")}(${handle})`;
  }
  if (isVoid(route, "arg", context)) {
    handle = code`${runtime("withoutArg")}(${handle})`;
  }
  return code`${runtime(style)}(${value}, ${handle})`;
}

type HandlerParameter = "arg" | "content" | "caller" | "request";

/** Returns the parameters of a handler: the argument, unless it is Void; the content of an upload; the caller; and the request. */
export function handlerParameters(route: Route, context: Context): HandlerParameter[] {
  const names: readonly HandlerParameter[] = ["arg", "content", "caller", "request"];
  return names.filter((name) => {
    const isMissing =
      (name === "arg" && isVoid(route, "arg", context)) ||
      (name === "content" && routeStyle(route, context) !== "upload");
    return !isMissing;
  });
}

function signature(route: Route, namespace: Namespace, module: Module, context: Context): MethodType {
  const { naming } = context;
  const qualify = qualifierIn(module, namespace, context);
  const style = routeStyle(route, context);
  const runtime = (of: string, ...args: readonly TypeNode[]): TypeNode =>
    reference(module.type("../runtime/server.js", of), ...args);
  const result = typeNode(route.result, "write", context, qualify);
  const reply =
    style === "download" ? runtime("DownloadReply", result) : isVoid(route, "result", context) ? voidType : result;
  const types: Readonly<Record<HandlerParameter, () => TypeNode>> = {
    arg: () => typeNode(route.arg, "read", context, qualify),
    content: () => runtime("UploadedContent"),
    caller: () => callerType(route, module, context),
    request: () => runtime("HandlerRequest"),
  };
  return {
    name: methodKey(naming.method(namespace.name, route)),
    origin: routeName(namespace.name, route),
    parameters: handlerParameters(route, context).map((each) => ({ name: each, type: types[each]() })),
    result: reference("Promise", reply),
  };
}

/** Returns the type of the caller of a route. For a route without authentication, it may be undefined. */
function callerType(route: Route, module: Module, context: Context): TypeNode {
  const kinds = authenticationKinds(route, context);
  if (kinds.includes("noauth")) {
    return union([contextType, undefinedType]);
  }
  return kinds.length === 0
    ? contextType
    : reference(module.type("../runtime/server.js", "Caller"), contextType, union(kinds.map(textType)));
}
