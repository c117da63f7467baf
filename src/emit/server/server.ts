import type { Namespace, Route } from "../../ir/api.js";
import {
  authenticationKinds,
  callableNamespaces,
  callableRoutes,
  routeStyle,
  type Context,
} from "../../facts/context.js";
import { sourceName } from "../source-name.js";
import { Module, type TypeScriptModule } from "../../code/module.js";
import { pascalCase } from "../../facts/naming.js";
import { methodKey } from "../../code/keys.js";
import { exportNames, exportTypes, listedType, type ListedName, type MethodType } from "../../code/tree/declaration.js";
import {
  array,
  call,
  constant,
  executed,
  member,
  identifier,
  object,
  optionalMember,
  property,
  returned,
  spread,
  type Expression,
} from "../../code/tree/expression.js";
import {
  arrayType,
  objectType,
  voidType,
  reference,
  textType,
  undefinedType,
  union,
  unknownType,
  type TypeNode,
} from "../../code/tree/type.js";
import { mentionsBeside, routeDoc } from "../routes/routes.js";
import { typeNode } from "../../facts/type-node.js";
import { qualifierIn } from "../types/qualifier.js";

/** The modules of the subpaths `./server` and `./server/node`. */
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
  const handlers = (namespace: Namespace, context: TypeNode): TypeNode =>
    reference(module.type(path(namespace), naming.handlers(namespace.name)), context);
  const options = identifier("options");
  module.add({
    kind: "interface",
    name: "HandlerOptions",
    typeParameters: [{ name: "Context" }],
    parents: [reference(module.type("../runtime/server.js", "ServerOptions"), contextType)],
    properties: namespaces.map((namespace) => ({
      name: naming.namespace(namespace.name),
      isReadonly: true,
      type: handlers(namespace, contextType),
    })),
    doc: "The options of a server, with the handlers by namespace. Use {@link unimplemented} for missing handlers.",
  });
  const routes = namespaces.map((namespace) => {
    const list = module.value(path(namespace), routesFunction(namespace, context));
    return spread(call(list, member(options, naming.namespace(namespace.name))));
  });
  const check = module.value("../runtime/server.js", "checkServerOptions");
  const core = module.value("../runtime/server.js", "createServerCore");
  const make = module.value("../runtime/server.js", "toHandler");
  const binding = identifier(module.value("../binding.js", "binding"));
  module.add({
    kind: "function",
    isExported: true,
    name: "createHandler",
    typeParameters: [{ name: "Context" }],
    parameters: [{ name: "options", type: reference("HandlerOptions", contextType) }],
    result: reference(module.type("../runtime/server.js", "Handler")),
    body: [
      executed(call(check, options, identifier("unimplemented"))),
      constant("routes", array(routes)),
      returned(call(make, call(core, binding, identifier("routes"), options))),
    ],
    doc: "\nCreates a handler for platforms with `Request` and `Response`. For `node:http`, Express and Fastify use\n`toNodeListener` from the subpath `./server/node`.",
  });
  const stubs = module.type("../runtime/server.js", "Unimplemented");
  module.add({
    kind: "constant",
    isExported: true,
    name: "unimplemented",
    type: objectType(
      namespaces.map((namespace) => ({
        name: naming.namespace(namespace.name),
        isReadonly: true,
        type: reference(stubs, handlers(namespace, unknownType)),
      })),
    ),
    value: object(
      namespaces.map((namespace) => {
        const value = module.value(path(namespace), stubsName(namespace, context));
        return property(naming.namespace(namespace.name), identifier(value));
      }),
    ),
    doc: "Handlers for all routes that respond with status 501.",
  });
  module.add(
    exportNames(runtimeExports, "../runtime/server.js"),
    ...namespaces.map((namespace) => exportTypes([naming.handlers(namespace.name)], path(namespace))),
  );
  return module.finish();
}

/** The type parameter for what `authenticate` returns. */
const contextType = reference("Context");

/** What the module exports of the runtime. */
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
  "notImplemented",
  "rateLimited",
  "Refusal",
  listedType("ReplyEntry"),
  listedType("RequestedRange"),
  "routeError",
  listedType("ServedContent"),
  listedType("ServedOutcome"),
  listedType("ServerAround"),
  listedType("ServerOptions"),
  "unauthorized",
  listedType("UploadedContent"),
  listedType("UserMessage"),
];

function emitNode(): TypeScriptModule {
  const module = new Module("src/server/node.ts", "the specification", []);
  module.add(exportNames(["toNodeListener"], "../runtime/server.js"));
  return module.finish();
}

/** The module with the interface of a namespace's handlers. */
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
  module.add({
    kind: "interface",
    name: handlers,
    typeParameters: [{ name: "Context" }],
    methods: methods.map(({ route, signature }) => {
      const notes =
        route.error.kind === "void"
          ? []
          : [`Fail with \`throw routeError(${naming.route(namespace.name, route)}, error)\`.`];
      return { ...signature, doc: routeDoc(route, namespace, context, notes, mentions) };
    }),
    doc: `\nThe handlers of the namespace \`${namespace.name}\`. The caller is the context that \`authenticate\` returns.`,
  });
  module.add({
    kind: "function",
    isExported: true,
    name: list,
    typeParameters: [{ name: "Context" }],
    parameters: [
      {
        name: routes.length === 0 ? "_handlers" : "handlers",
        type: reference("Partial", reference(handlers, contextType)),
        initializer: object([]),
      },
    ],
    result: arrayType(reference(module.type("../runtime/server.js", "ServerRoute"))),
    body: [returned(array(routes.map((route) => served(route, namespace, module, context))))],
    doc: `The routes of the namespace \`${namespace.name}\` with their handlers.`,
  });
  const members = routes.map((route) =>
    property(naming.method(namespace.name, route), identifier(module.value("../runtime/server.js", "unimplemented"))),
  );
  module.add({
    kind: "constant",
    isExported: true,
    name: stubs,
    type: reference(module.type("../runtime/server.js", "Unimplemented"), reference(handlers, unknownType)),
    value: object(members),
    doc: `Handlers for the namespace \`${namespace.name}\` that respond with status 501.`,
  });
  return module.finish();
}

/** The function with the list of the routes of a namespace: `filesRoutes`. */
export function routesFunction(namespace: Namespace, { naming }: Context): string {
  return `${naming.namespace(namespace.name)}Routes`;
}

function stubsName(namespace: Namespace, { naming }: Context): string {
  return `unimplemented${pascalCase(naming.namespace(namespace.name))}`;
}

function isVoid(route: Route, part: "arg" | "result", { lookup }: Context): boolean {
  return lookup.withoutAliases(route[part]).kind === "void";
}

/** An item of the list of routes: `rpc(routes.copy, handlers.copy?.bind(handlers))`. */
function served(route: Route, namespace: Namespace, module: Module, context: Context): Expression {
  const { naming } = context;
  const style = routeStyle(route, context);
  const runtime = (of: string): string => module.value("../runtime/server.js", of);
  const value = member(module.importValues("./routes.js", "routes"), naming.route(namespace.name, route));
  const handlers = identifier("handlers");
  const method = member(handlers, naming.method(namespace.name, route));
  let handle = call(optionalMember(method, "bind"), handlers);
  if (isVoid(route, "result", context) && style !== "download") {
    handle = call(runtime("withoutResult"), handle);
  }
  if (isVoid(route, "arg", context)) {
    return call(runtime(style), value, call(runtime("withoutArg"), handle));
  }
  return call(runtime(style), value, handle);
}

type HandlerParameter = "arg" | "content" | "caller" | "request";

/** The parameters of a handler: the argument, unless it is Void, the content of an upload, the caller, the request. */
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
    parameters: handlerParameters(route, context).map((each) => ({ name: each, type: types[each]() })),
    result: reference("Promise", reply),
  };
}

/** The type of the caller of a route. A route without authentication accepts any context, or none. */
function callerType(route: Route, module: Module, context: Context): TypeNode {
  const kinds = authenticationKinds(route, context);
  if (kinds.includes("noauth")) {
    return union([contextType, undefinedType]);
  }
  return kinds.length === 0
    ? contextType
    : reference(module.type("../runtime/server.js", "Caller"), contextType, union(kinds.map(textType)));
}
