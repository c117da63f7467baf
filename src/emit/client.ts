import { StructureKind, type MethodSignatureStructure } from "ts-morph";
import type { Namespace, Route } from "../ir/api.js";
import { styleOf, mentionsIn, sourceOf, type Context } from "./context.js";
import { comment } from "./comments.js";
import { Module, type EmittedModule } from "./module.js";
import { pascalCase } from "./naming.js";
import { routeDoc } from "./routes.js";
import { docsOf } from "./types.js";
import { qualifierIn, typeText } from "./type-text.js";

/** The module with the client of a whole API. */
export function emitClient(context: Context): EmittedModule {
  const { naming } = context;
  const namespaces = clientNamespaces(context);
  const module = new Module("src/client.ts", "the specification", ["Client", "createClient", "core", "options"]);
  const core = module.type("./runtime/client-core.js", "ClientCore");
  const options = module.type("./runtime/client-options.js", "ClientSettings");
  const path = (namespace: Namespace): string => `./${naming.folder(namespace.name)}/client.js`;
  module.add({
    kind: StructureKind.Interface,
    isExported: true,
    name: "Client",
    extends: [core],
    properties: namespaces.map((namespace) => ({
      name: naming.namespace(namespace.name),
      isReadonly: true,
      type: module.type(path(namespace), clientName(namespace, context)),
      ...docsOf(comment(namespace.doc, mentionsIn(namespace, context, `${naming.namespace(namespace.name)}.`))),
    })),
    docs: ["Calls the routes of the API, by namespace."],
  });
  const members = namespaces.map((namespace) => {
    const make = module.value(path(namespace), clientFunction(namespace, context));
    return `${naming.namespace(namespace.name)}: ${make}(core)`;
  });
  const create = module.value("./runtime/client-core.js", "createClientCore");
  const binding = module.value("./binding.js", "binding");
  module.add({
    kind: StructureKind.Function,
    isExported: true,
    name: "createClient",
    parameters: [{ name: "options", type: options }],
    returnType: "Client",
    statements: [
      [`const core = ${create}(${binding}, options);`, `return { ${["...core", ...members].join(", ")} };`].join("\n"),
    ],
    docs: ["Makes a client. Nothing is sent before the first call. Throws a `TypeError` for a host that is no URL."],
  });
  return module.finish();
}

/** The namespaces that have something to call. */
export function clientNamespaces({ api }: Context): Namespace[] {
  return api.namespaces.filter(({ routes }) => routes.length > 0);
}

/** The module with the methods for the routes of a namespace. */
export function emitNamespaceClient(namespace: Namespace, context: Context): EmittedModule {
  const { naming } = context;
  const name = clientName(namespace, context);
  const make = clientFunction(namespace, context);
  const module = new Module(`src/${naming.folder(namespace.name)}/client.ts`, sourceOf(namespace), [
    name,
    make,
    "arg",
    "core",
    "options",
  ]);
  const routes = namespace.routes.filter((route) => styleOf(route, context) === "rpc");
  module.add({
    kind: StructureKind.Interface,
    isExported: true,
    name,
    methods: routes.map((route) => signature(route, namespace, module, context)),
    docs: [`Calls the routes of the namespace \`${namespace.name}\`.`],
  });
  const core = module.type("../runtime/client-core.js", "ClientCore");
  module.add({
    kind: StructureKind.Function,
    isExported: true,
    name: make,
    parameters: [{ name: routes.length === 0 ? "_core" : "core", type: core }],
    returnType: name,
    statements: [`return { ${routes.map((route) => method(route, namespace, module, context)).join(", ")} };`],
    docs: [`The part of a client for the namespace \`${namespace.name}\`.`],
  });
  return module.finish();
}

function clientName(namespace: Namespace, { naming }: Context): string {
  return `${pascalCase(naming.namespace(namespace.name))}Client`;
}

function clientFunction(namespace: Namespace, { naming }: Context): string {
  return `${naming.namespace(namespace.name)}Client`;
}

/** How a caller gives the argument of a route: not at all, or if there is anything to say, or always. */
function argumentOf(route: Route, { lookup }: Context): "none" | "optional" | "required" {
  const struct = lookup.plainStruct(route.arg);
  if (lookup.withoutAliases(route.arg).kind === "void") {
    return "none";
  }
  return struct !== undefined && lookup.needsNothing(struct.name) ? "optional" : "required";
}

function signature(route: Route, namespace: Namespace, module: Module, context: Context): MethodSignatureStructure {
  const { naming } = context;
  const qualify = qualifierIn(module, namespace, context);
  const given = argumentOf(route, context);
  const error = typeText(route.error, "read", context, qualify);
  const call = module.type("../runtime/call.js", "Call");
  const notes = route.error.kind === "ref" ? [`Rejects with a \`RouteError\` of {@link ${error}}.`] : [];
  return {
    kind: StructureKind.MethodSignature,
    name: naming.method(namespace.name, route),
    parameters: [
      ...(given === "none"
        ? []
        : [
            {
              name: "arg",
              hasQuestionToken: given === "optional",
              type: typeText(route.arg, "write", context, qualify),
            },
          ]),
      { name: "options", hasQuestionToken: true, type: module.type("../runtime/client-options.js", "CallOptions") },
    ],
    returnType: `${call}<${typeText(route.result, "read", context, qualify)}, ${error}>`,
    ...docsOf(routeDoc(route, namespace, context, notes)),
  };
}

function method(route: Route, namespace: Namespace, module: Module, context: Context): string {
  const name = context.naming.method(namespace.name, route);
  const value = `${module.valuesOf("./routes.js", "routes")}.${context.naming.route(namespace.name, route)}`;
  const call = module.value("../runtime/rpc.js", "call");
  switch (argumentOf(route, context)) {
    case "none":
      return `${name}(options) { return ${call}(core, ${value}, undefined, options); }`;
    case "optional":
      return `${name}(arg = {}, options) { return ${call}(core, ${value}, arg, options); }`;
    case "required":
      return `${name}(arg, options) { return ${call}(core, ${value}, arg, options); }`;
  }
}
