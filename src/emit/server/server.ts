import type { MethodSignatureStructure } from "ts-morph";
import type { Namespace, Route } from "../../ir/api.js";
import { locateCodec } from "../checks/codecs.js";
import {
  authenticationKinds,
  callableNamespaces,
  callableRoutes,
  routeStyle,
  type Context,
} from "../../facts/context.js";
import { sourceName } from "../source-name.js";
import { constant, functionKind, interfaceKind, methodKind, variableKind } from "../../code/kinds.js";
import { braced } from "../../code/literal.js";
import { stringCode } from "../../code/string.js";
import { Module, type EmittedModule } from "../../code/module.js";
import { pascalCase } from "../../facts/naming.js";
import { methodKey } from "../../code/keys.js";
import { mentionsBeside, routeDoc } from "../routes/routes.js";
import { docsProperty } from "../types/types.js";
import { typeText } from "../../facts/type-text.js";
import { qualifierIn } from "../types/qualifier.js";

/** The modules of the subpaths `./server` and `./server/node`. */
export function emitServer(context: Context): EmittedModule[] {
  return [emitHandler(context), emitNode()];
}

function emitHandler(context: Context): EmittedModule {
  const { naming } = context;
  const namespaces = callableNamespaces(context);
  const module = new Module("src/server/index.ts", "the specification", [
    "createHandler",
    "HandlerOptions",
    "options",
    "unimplemented",
  ]);
  const path = (namespace: Namespace): string => `../${naming.folder(namespace.name)}/server.js`;
  const handlers = (namespace: Namespace): string => module.type(path(namespace), naming.handlers(namespace.name));
  module.add({
    kind: interfaceKind,
    isExported: true,
    name: "HandlerOptions",
    typeParameters: ["Context"],
    extends: [`${module.type("../runtime/server.js", "ServerOptions")}<Context>`],
    properties: namespaces.map((namespace) => ({
      name: naming.namespace(namespace.name),
      isReadonly: true,
      type: `${handlers(namespace)}<Context>`,
    })),
    docs: ["The options of a server, with the handlers by namespace. Use {@link unimplemented} for missing handlers."],
  });
  const routes = namespaces.map((namespace) => {
    const list = module.value(path(namespace), routesFunction(namespace, context));
    return `...${list}(options.${naming.namespace(namespace.name)})`;
  });
  const core = module.value("../runtime/server.js", "createServerCore");
  const make = module.value("../runtime/server.js", "toHandler");
  module.add({
    kind: functionKind,
    isExported: true,
    name: "createHandler",
    typeParameters: ["Context"],
    parameters: [{ name: "options", type: "HandlerOptions<Context>" }],
    returnType: module.type("../runtime/server.js", "Handler"),
    statements: [
      `const routes = [${routes.join(", ")}];\nreturn ${make}(${core}(${module.value("../binding.js", "binding")}, routes, options));`,
    ],
    docs: [
      "\nCreates a handler for platforms with `Request` and `Response`. For `node:http`, Express and Fastify use\n`toNodeListener` from the subpath `./server/node`.",
    ],
  });
  const stubs = module.type("../runtime/server.js", "Unimplemented");
  module.add({
    kind: variableKind,
    isExported: true,
    declarationKind: constant,
    declarations: [
      {
        name: "unimplemented",
        type: braced(
          namespaces.map(
            (namespace) => `readonly ${naming.namespace(namespace.name)}: ${stubs}<${handlers(namespace)}<unknown>>`,
          ),
          "; ",
        ),
        initializer: braced(
          namespaces.map((namespace) => {
            const value = module.value(path(namespace), stubsName(namespace, context));
            return `${naming.namespace(namespace.name)}: ${value}`;
          }),
        ),
      },
    ],
    docs: ["Handlers for all routes that respond with status 501."],
  });
  module.add(
    `export { ${runtimeExports.join(", ")} } from "../runtime/server.js";`,
    ...namespaces.map((namespace) => `export type { ${naming.handlers(namespace.name)} } from "${path(namespace)}";`),
  );
  return module.finish();
}

/** What the module exports of the runtime. */
const runtimeExports: readonly string[] = [
  "accessDenied",
  "type AppCredentials",
  "type AuthenticationRequest",
  "badCall",
  "badRequest",
  "type Caller",
  "type Content",
  "type ContentReader",
  "contentResponse",
  "type DownloadReply",
  "type ErrorInfo",
  "type Handler",
  "type HandlerRequest",
  "notImplemented",
  "rateLimited",
  "Refusal",
  "type ReplyEntry",
  "type RequestedRange",
  "routeError",
  "type ServedContent",
  "type ServerOptions",
  "unauthorized",
  "type UploadedContent",
  "type UserMessage",
];

function emitNode(): EmittedModule {
  const module = new Module("src/server/node.ts", "the specification", []);
  module.add('export { toNodeListener } from "../runtime/server.js";');
  return module.finish();
}

/** The module with the interface of a namespace's handlers. */
export function emitNamespaceServer(namespace: Namespace, context: Context): EmittedModule {
  const { naming } = context;
  const name = naming.handlers(namespace.name);
  const list = routesFunction(namespace, context);
  const stubs = stubsName(namespace, context);
  const locals = [name, list, stubs, "handlers", "arg", "content", "caller", "request", "Context"];
  const module = new Module(`src/${naming.folder(namespace.name)}/server.ts`, sourceName(namespace), locals);
  const routes = callableRoutes(namespace, context);
  const methods = routes.map((route) => ({ route, signature: signature(route, namespace, module, context) }));
  const mentions = mentionsBeside(namespace, module, context, (route) =>
    routes.includes(route) ? `${name}.${naming.method(namespace.name, route)}` : undefined,
  );
  module.add({
    kind: interfaceKind,
    isExported: true,
    name,
    typeParameters: ["Context"],
    methods: methods.map(({ route, signature }) => {
      const notes =
        route.error.kind === "void"
          ? []
          : [`Fail with \`throw routeError(${naming.route(namespace.name, route)}, error)\`.`];
      return { ...signature, ...docsProperty(routeDoc(route, namespace, context, notes, mentions)) };
    }),
    docs: [
      `\nThe handlers of the namespace \`${namespace.name}\`. The caller is the context that \`authenticate\` returns.`,
    ],
  });
  module.add({
    kind: functionKind,
    isExported: true,
    name: list,
    typeParameters: ["Context"],
    parameters: [
      { name: routes.length === 0 ? "_handlers" : "handlers", type: `Partial<${name}<Context>>`, initializer: "{}" },
    ],
    returnType: `${module.type("../runtime/server.js", "ServerRoute")}[]`,
    statements: [`return [${routes.map((route) => served(route, namespace, module, context)).join(", ")}];`],
    docs: [`The routes of the namespace \`${namespace.name}\` with their handlers.`],
  });
  const members = routes.map(
    (route) => `${naming.method(namespace.name, route)}: ${module.value("../runtime/server.js", "unimplemented")}`,
  );
  module.add({
    kind: variableKind,
    isExported: true,
    declarationKind: constant,
    declarations: [
      {
        name: stubs,
        type: `${module.type("../runtime/server.js", "Unimplemented")}<${name}<unknown>>`,
        initializer: braced(members),
      },
    ],
    docs: [`Handlers for the namespace \`${namespace.name}\` that respond with status 501.`],
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

/** An item of the list of routes: `rpc(routes.copy, handlers.copy?.bind(handlers), redactRelocationArg)`. */
function served(route: Route, namespace: Namespace, module: Module, context: Context): string {
  const { naming } = context;
  const style = routeStyle(route, context);
  const runtime = (name: string): string => module.value("../runtime/server.js", name);
  const value = `${module.importValues("./routes.js", "routes")}.${naming.route(namespace.name, route)}`;
  let handle = `handlers.${naming.method(namespace.name, route)}?.bind(handlers)`;
  if (isVoid(route, "result", context) && style !== "download") {
    handle = `${runtime("withoutResult")}(${handle})`;
  }
  if (isVoid(route, "arg", context)) {
    return `${runtime(style)}(${value}, ${runtime("withoutArg")}(${handle}))`;
  }
  const { path, stem } = locateCodec(route.arg, route, "arg", namespace, context);
  return `${runtime(style)}(${value}, ${handle}, ${module.value(path, `redact${stem}`)})`;
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

function signature(route: Route, namespace: Namespace, module: Module, context: Context): MethodSignatureStructure {
  const { naming } = context;
  const qualify = qualifierIn(module, namespace, context);
  const style = routeStyle(route, context);
  const result = typeText(route.result, "write", context, qualify);
  const reply =
    style === "download"
      ? `${module.type("../runtime/server.js", "DownloadReply")}<${result}>`
      : isVoid(route, "result", context)
        ? "void"
        : result;
  const types: Readonly<Record<HandlerParameter, () => string>> = {
    arg: () => typeText(route.arg, "read", context, qualify),
    content: () => module.type("../runtime/server.js", "UploadedContent"),
    caller: () => callerType(route, module, context),
    request: () => module.type("../runtime/server.js", "HandlerRequest"),
  };
  return {
    kind: methodKind,
    name: methodKey(naming.method(namespace.name, route)),
    parameters: handlerParameters(route, context).map((name) => ({ name, type: types[name]() })),
    returnType: `Promise<${reply}>`,
  };
}

/** The type of the caller of a route. A route without authentication accepts any context, or none. */
function callerType(route: Route, module: Module, context: Context): string {
  const kinds = authenticationKinds(route, context);
  if (kinds.includes("noauth")) {
    return "Context | undefined";
  }
  const literals = kinds.map(stringCode).join(" | ");
  return literals === "" ? "Context" : `${module.type("../runtime/server.js", "Caller")}<Context, ${literals}>`;
}
