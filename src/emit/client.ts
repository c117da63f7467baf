import { StructureKind } from "ts-morph";
import type { Namespace } from "../ir/api.js";
import { methodOf } from "./client-method.js";
import { comment } from "./comments.js";
import { mentionsIn, sourceOf, styleOf, type Context } from "./context.js";
import { Module, type EmittedModule } from "./module.js";
import { pascalCase } from "./naming.js";
import { mentionsBeside, routeDoc } from "./routes.js";
import { docsOf } from "./types.js";

/** The module with the client of a whole API. */
export function emitClient(context: Context): EmittedModule {
  const { naming } = context;
  const namespaces = clientNamespaces(context);
  const module = new Module("src/client.ts", "the specification", ["Client", "createClient", "core", "options"]);
  const core = module.type("./runtime/client.js", "ClientCore");
  const options = module.type("./runtime/client.js", "ClientOptions");
  const path = (namespace: Namespace): string => `./${naming.folder(namespace.name)}/client.js`;
  const mentions = mentionsIn(context, { prefix: () => undefined });
  module.add({
    kind: StructureKind.Interface,
    isExported: true,
    name: "Client",
    extends: [core],
    properties: namespaces.map((namespace) => ({
      name: naming.namespace(namespace.name),
      isReadonly: true,
      type: module.type(path(namespace), clientName(namespace, context)),
      ...docsOf(comment(namespace.doc, mentions)),
    })),
    docs: ["Calls the routes of the API, by namespace."],
  });
  const members = namespaces.map((namespace) => {
    const make = module.value(path(namespace), clientFunction(namespace, context));
    return `${naming.namespace(namespace.name)}: ${make}(core)`;
  });
  const create = module.value("./runtime/client.js", "createClientCore");
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
    "cursor",
    "options",
    "page",
  ]);
  const methods = namespace.routes
    .filter((route) => styleOf(route, context) === "rpc")
    .map((route) => methodOf(route, namespace, module, context));
  const mentions = mentionsBeside(namespace, module, context, (route) => {
    const method = methods.find((method) => method.route === route);
    return method && `${name}.${method.signature.name}`;
  });
  module.add({
    kind: StructureKind.Interface,
    isExported: true,
    name,
    methods: methods.map(({ route, signature, notes }) => {
      return { ...signature, ...docsOf(routeDoc(route, namespace, context, notes(mentions), mentions)) };
    }),
    docs: [`Calls the routes of the namespace \`${namespace.name}\`.`],
  });
  const core = module.type("../runtime/client.js", "ClientCore");
  module.add({
    kind: StructureKind.Function,
    isExported: true,
    name: make,
    parameters: [{ name: methods.length === 0 ? "_core" : "core", type: core }],
    returnType: name,
    statements: [`return { ${methods.map(({ code }) => code).join(", ")} };`],
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
