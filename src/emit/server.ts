import { StructureKind, type MethodSignatureStructure } from "ts-morph";
import type { Namespace, Route } from "../ir/api.js";
import { clientNamespaces } from "./client.js";
import { authenticationKinds, sourceOf, styleOf, type Context } from "./context.js";
import { Module, type EmittedModule } from "./module.js";
import { pascalCase } from "./naming.js";
import { routeDoc } from "./routes.js";
import { docsOf } from "./types.js";
import { qualifierIn, typeText } from "./type-text.js";

/** The modules of the subpaths `./server` and `./server/node`. */
export function emitServer(context: Context): EmittedModule[] {
  return [emitHandler(context), emitNode()];
}

function emitHandler(context: Context): EmittedModule {
  const { naming } = context;
  const namespaces = clientNamespaces(context);
  const module = new Module("src/server/index.ts", "the specification", ["createHandler", "HandlerOptions", "options"]);
  const path = (namespace: Namespace): string => `../${naming.folder(namespace.name)}/server.js`;
  const handlers = (namespace: Namespace): string => module.type(path(namespace), handlersName(namespace, context));
  module.add({
    kind: StructureKind.Interface,
    isExported: true,
    name: "HandlerOptions",
    typeParameters: ["Context"],
    extends: [`${module.type("../runtime/server.js", "ServerOptions")}<Context>`],
    properties: namespaces.map((namespace) => ({
      name: naming.namespace(namespace.name),
      isReadonly: true,
      hasQuestionToken: true,
      type: `Partial<${handlers(namespace)}<Context>> | undefined`,
    })),
    docs: ["What answers the calls, by namespace. A route without a handler is answered with status 501."],
  });
  const routes = namespaces.map((namespace) => {
    const list = module.value(path(namespace), routesFunction(namespace, context));
    return `...${list}(options.${naming.namespace(namespace.name)})`;
  });
  const core = module.value("../runtime/server.js", "createServerCore");
  const make = module.value("../runtime/handler.js", "handlerOf");
  module.add({
    kind: StructureKind.Function,
    isExported: true,
    name: "createHandler",
    typeParameters: ["Context"],
    parameters: [{ name: "options", type: "HandlerOptions<Context>" }],
    returnType: module.type("../runtime/handler.js", "Handler"),
    statements: [
      `const routes = [${routes.join(", ")}];\nreturn ${make}(${core}(${module.value("../binding.js", "binding")}, routes, options));`,
    ],
    docs: [
      "\nServes the API on platforms that speak in `Request` and `Response`. For `node:http`, Express and Fastify there is\n`toNodeListener` in the subpath `./server/node`.",
    ],
  });
  module.add(
    'export { accessDenied, badRequest, notImplemented, rateLimited, Refusal, routeError, unauthorized } from "../runtime/refusal.js";',
    'export type { UserMessage } from "../runtime/refusal.js";',
    'export { type Handler } from "../runtime/handler.js";',
    'export type { AuthenticationRequest } from "../runtime/server-authentication.js";',
    'export type { ErrorInfo, ServerOptions } from "../runtime/server.js";',
    ...namespaces.map((namespace) => `export type { ${handlersName(namespace, context)} } from "${path(namespace)}";`),
  );
  return module.finish();
}

function emitNode(): EmittedModule {
  const module = new Module("src/server/node.ts", "the specification", []);
  module.add('export { toNodeListener } from "../runtime/node.js";');
  return module.finish();
}

/** The module with the handlers that the routes of a namespace need. */
export function emitNamespaceServer(namespace: Namespace, context: Context): EmittedModule {
  const { naming } = context;
  const name = handlersName(namespace, context);
  const list = routesFunction(namespace, context);
  const module = new Module(`src/${naming.folder(namespace.name)}/server.ts`, sourceOf(namespace), [
    name,
    list,
    "handlers",
    "Context",
  ]);
  const routes = namespace.routes.filter((route) => styleOf(route, context) === "rpc");
  module.add({
    kind: StructureKind.Interface,
    isExported: true,
    name,
    typeParameters: ["Context"],
    methods: routes.map((route) => signature(route, namespace, module, context)),
    docs: [
      `\nAnswers the calls of the namespace \`${namespace.name}\`. The context is what \`authenticate\` has made of the caller.`,
    ],
  });
  const entries = routes.map((route) => {
    const method = naming.method(namespace.name, route);
    const bound = `handlers.${method}?.bind(handlers)`;
    const handle = isVoid(route, "arg", context)
      ? `${module.value("../runtime/handler.js", "withoutArg")}(${bound})`
      : bound;
    return `{ route: ${module.valuesOf("./routes.js", "routes")}.${naming.route(namespace.name, route)}, handle: ${handle} }`;
  });
  module.add({
    kind: StructureKind.Function,
    isExported: true,
    name: list,
    typeParameters: ["Context"],
    parameters: [
      { name: routes.length === 0 ? "_handlers" : "handlers", type: `Partial<${name}<Context>>`, initializer: "{}" },
    ],
    returnType: `${module.type("../runtime/server.js", "ServerRoute")}<Context>[]`,
    statements: [`return [${entries.join(", ")}];`],
    docs: [`The routes of the namespace \`${namespace.name}\` with what answers them.`],
  });
  return module.finish();
}

function handlersName(namespace: Namespace, { naming }: Context): string {
  return `${pascalCase(naming.namespace(namespace.name))}Handlers`;
}

function routesFunction(namespace: Namespace, { naming }: Context): string {
  return `${naming.namespace(namespace.name)}Routes`;
}

function isVoid(route: Route, part: "arg" | "result", { lookup }: Context): boolean {
  return lookup.withoutAliases(route[part]).kind === "void";
}

function signature(route: Route, namespace: Namespace, module: Module, context: Context): MethodSignatureStructure {
  const { naming } = context;
  const qualify = qualifierIn(module, namespace, context);
  const constant = naming.route(namespace.name, route);
  const notes = route.error.kind === "void" ? [] : [`Fail with \`throw routeError(${constant}, error)\`.`];
  const result = isVoid(route, "result", context) ? "void" : typeText(route.result, "write", context, qualify);
  return {
    kind: StructureKind.MethodSignature,
    name: naming.method(namespace.name, route),
    parameters: [
      ...(isVoid(route, "arg", context) ? [] : [{ name: "arg", type: typeText(route.arg, "read", context, qualify) }]),
      {
        name: "context",
        type: authenticationKinds(route, context).includes("noauth") ? "Context | undefined" : "Context",
      },
    ],
    returnType: `Promise<${result}>`,
    ...docsOf(routeDoc(route, namespace, context, notes)),
  };
}
