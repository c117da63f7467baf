import type { Namespace } from "../../ir/api.js";
import { callExample } from "./call-example.js";
import { clientMethod } from "./client-method.js";
import { comment, withExample } from "../comments.js";
import {
  attributeText,
  authenticationKinds,
  callableNamespaces,
  callableRoutes,
  type Context,
} from "../../facts/context.js";
import { apiFact } from "../../facts/api-fact.js";
import { sourceName } from "../source-name.js";
import { mentionsIn } from "../mentions.js";
import { Module, type TypeScriptModule } from "../../code/module.js";
import type { Interface } from "../../code/tree/declaration.js";
import {
  call,
  literal,
  method,
  identifier,
  object,
  property,
  returned,
  spread,
  type Expression,
} from "../../code/tree/expression.js";
import { objectType, reference, stringType, undefinedType, union, type TypeNode } from "../../code/tree/type.js";
import { sessionMethods } from "./session-method.js";
import { pascalCase } from "../../facts/naming.js";
import { propertyKey } from "../../code/keys.js";
import { mentionsBeside, routeDoc } from "../routes/routes.js";

/** The names that {@link addClient} declares, and those of its parameters. */
export const clientLocals: readonly string[] = [
  ...["Client", "ClientOptions", "clientFrom", "core", "createClient", "createCore", "options"],
];

/** Adds the client of a whole API to the main module of its package. */
export function addClient(module: Module, context: Context): void {
  const { naming } = context;
  const namespaces = callableNamespaces(context);
  const core = reference(module.type("./runtime/client.js", "ClientCore"));
  const path = (namespace: Namespace): string => `./${naming.folder(namespace.name)}/client.js`;
  const mentions = mentionsIn(context, { prefix: () => undefined });
  const derived = derivedClients(context);
  const client = reference("Client");
  module.add(clientOptions(module, context), {
    kind: "interface",
    name: "Client",
    parents: [core],
    properties: namespaces.map((namespace) => ({
      name: naming.namespace(namespace.name),
      isReadonly: true,
      type: reference(module.type(path(namespace), clientName(namespace, context))),
      doc: comment(namespace.doc, mentions),
    })),
    methods: derived.map(({ name, parameter, type, doc }) => ({
      name,
      parameters: [{ name: parameter, type }],
      result: client,
      doc,
    })),
    doc: "The client of the API: calls its routes, by namespace.",
  });
  const settings = {
    name: "options",
    type: reference("ClientOptions"),
    ...(areHostsKnown(context) && { initializer: object([]) }),
  };
  const create = module.value("./runtime/client.js", "createClientCore");
  const change = module.value("./runtime/client.js", "changeOptions");
  const given =
    context.options.int64 === "bigint"
      ? object([
          property("json", identifier(module.value("./runtime/shared.js", "exactJson"))),
          spread(identifier("options")),
        ])
      : identifier("options");
  const members = [
    ...namespaces.map((namespace) => {
      const make = module.value(path(namespace), naming.client(namespace.name));
      return property(naming.namespace(namespace.name), call(make, identifier("core")));
    }),
    ...derived.map(({ name: methodName, parameter, changes }) =>
      method(
        methodName,
        [{ name: parameter }],
        [returned(call("clientFrom", call(change, identifier("core"), changes)))],
      ),
    ),
  ];
  module.add(
    {
      kind: "function",
      isExported: true,
      name: "createClient",
      parameters: [settings],
      result: client,
      body: [returned(call("clientFrom", call("createCore", identifier("options"))))],
      doc: "Creates a client. Nothing is sent before the first call. Throws a `TypeError` for an unknown option, or a host that is not a URL.",
    },
    {
      kind: "function",
      isExported: true,
      name: "createCore",
      parameters: [settings],
      result: core,
      body: [returned(call(create, identifier(module.value("./binding.js", "binding")), given))],
      doc: "\nCreates the core that `call`, `upload` and `download` need to call single routes. A bundle then contains only the\nroutes that it calls; a client contains all routes.",
    },
    {
      kind: "function",
      isExported: false,
      name: "clientFrom",
      parameters: [{ name: "core", type: core }],
      result: client,
      body: [returned(object([spread(identifier("core")), ...members]))],
    },
  );
}

interface DerivedClient {
  readonly name: string;
  readonly parameter: string;
  readonly type: TypeNode;
  /** The changed options. */
  readonly changes: Expression;
  readonly doc: string;
}

/** The methods that return a client with other options, as far as they apply to the API. */
function derivedClients(context: Context): DerivedClient[] {
  const { api, binding } = context;
  const routes = api.namespaces.flatMap((namespace) => namespace.routes);
  const isCalledBy = (kind: string): boolean =>
    routes.some((route) => authenticationKinds(route, context).includes(kind));
  const derived: DerivedClient[] = [
    {
      name: "with",
      parameter: "changes",
      type: reference("Partial", reference("ClientOptions")),
      changes: identifier("changes"),
      doc: "Returns a copy of this client with some options changed.",
    },
  ];
  if (isCalledBy("user") && isCalledBy("team")) {
    derived.push({
      name: "asMember",
      parameter: "memberId",
      type: stringType,
      changes: selection("selectUser", "selectAdmin"),
      doc: "Returns a copy of this client that calls user routes as a member of the team. Needs a team token.",
    });
  }
  if (
    routes.some((route) => !["false", "", undefined].includes(attributeText(route, binding.attributes.selectAdmin)))
  ) {
    derived.push({
      name: "asAdmin",
      parameter: "memberId",
      type: stringType,
      changes: selection("selectAdmin", "selectUser"),
      doc: "Returns a copy of this client that calls user routes as an administrator of the team. Needs a team token.",
    });
  }
  return derived;
}

/** The options by which a member is selected in one way, and not in the other one. */
function selection(selected: string, other: string): Expression {
  return object([property(selected, identifier("memberId")), property(other, literal(undefined))]);
}

/** The options of a client, with the hosts of this API. */
function clientOptions(module: Module, context: Context): Interface {
  const { binding } = context;
  const hosts = namedHosts(context).map((host) => {
    const isKnown = Object.hasOwn(binding.hosts, host);
    return {
      name: propertyKey(host),
      isReadonly: true,
      isOptional: isKnown,
      type: isKnown ? union([stringType, undefinedType]) : stringType,
    };
  });
  const isOptional = areHostsKnown(context);
  const types = [stringType, ...(hosts.length === 0 ? [] : [objectType(hosts)])];
  return {
    kind: "interface",
    name: "ClientOptions",
    parents: [reference(module.type("./runtime/client.js", "ClientSettings"))],
    properties: [
      {
        name: "hosts",
        isReadonly: true,
        isOptional,
        type: union(isOptional ? [...types, undefinedType] : types),
        doc: "\nThe base URL of each host, or one for all of them. In a browser it may be a path on the page's own host.",
      },
    ],
    doc: "The options of a client.",
  };
}

/** The hosts that the routes of an API name, in the order of their first use. */
const namedHosts: (context: Context) => readonly string[] = apiFact(({ api, binding }) => {
  const named = api.namespaces.flatMap(({ routes }) =>
    routes.flatMap((route) => attributeText(route, binding.attributes.host) ?? []),
  );
  return [...new Set(named)];
});

/** Whether the URLs of all hosts are fixed, so that a client does not have to configure them. */
export function areHostsKnown(context: Context): boolean {
  const hosts = namedHosts(context);
  return hosts.length > 0 && hosts.every((host) => Object.hasOwn(context.binding.hosts, host));
}

/** The module with the methods for the routes of a namespace. */
export function emitNamespaceClient(namespace: Namespace, context: Context): TypeScriptModule {
  const { naming } = context;
  const clientType = clientName(namespace, context);
  const make = naming.client(namespace.name);
  const module = new Module(`src/${naming.folder(namespace.name)}/client.ts`, sourceName(namespace), [
    clientType,
    make,
    "arg",
    "content",
    "core",
    "cursor",
    "options",
    "page",
  ]);
  const methods = callableRoutes(namespace, context).map((route) => clientMethod(route, namespace, module, context));
  const sessions = sessionMethods(namespace, module, context);
  const mentions = mentionsBeside(namespace, module, context, (route) => {
    const method = methods.find((method) => method.route === route);
    return method && `${clientType}.${naming.method(namespace.name, route)}`;
  });
  module.add({
    kind: "interface",
    name: clientType,
    methods: [
      ...methods.flatMap(({ route, signature, overloads, notes }) => [
        ...overloads,
        {
          ...signature,
          doc: withExample(
            routeDoc(route, namespace, context, notes(mentions), mentions),
            callExample(route, namespace, context),
          ),
        },
      ]),
      ...sessions.map(({ signature, doc }) => ({ ...signature, doc: comment(undefined, mentions, doc(mentions)) })),
    ],
    doc: `Calls the routes of the namespace \`${namespace.name}\`.`,
  });
  const core = reference(module.type("../runtime/client.js", "ClientCore"));
  module.add({
    kind: "function",
    isExported: true,
    name: make,
    parameters: [{ name: methods.length === 0 ? "_core" : "core", type: core }],
    result: reference(clientType),
    body: [returned(object([...methods, ...sessions].map(({ implementation }) => implementation)))],
    doc: `Creates the part of a client for the namespace \`${namespace.name}\`.`,
  });
  return module.finish();
}

function clientName(namespace: Namespace, { naming }: Context): string {
  return `${pascalCase(naming.namespace(namespace.name))}Client`;
}
