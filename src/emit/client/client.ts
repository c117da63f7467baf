import type { InterfaceDeclarationStructure } from "ts-morph";
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
import { functionKind, interfaceKind } from "../../code/kinds.js";
import { Module, type EmittedModule } from "../../code/module.js";
import { sessionMethods } from "./session-method.js";
import { pascalCase } from "../../facts/naming.js";
import { propertyKey } from "../../code/keys.js";
import { mentionsBeside, routeDoc } from "../routes/routes.js";
import { docsProperty } from "../types/types.js";

/** The module with the client of a whole API. */
export function emitClient(context: Context): EmittedModule {
  const { naming } = context;
  const namespaces = callableNamespaces(context);
  const locals = ["Client", "ClientOptions", "clientFrom", "core", "createClient", "createCore", "options"];
  const module = new Module("src/client.ts", "the specification", locals);
  const core = module.type("./runtime/client.js", "ClientCore");
  const path = (namespace: Namespace): string => `./${naming.folder(namespace.name)}/client.js`;
  const mentions = mentionsIn(context, { prefix: () => undefined });
  const derived = derivedClients(context);
  module.add(clientOptions(module, context), {
    kind: interfaceKind,
    isExported: true,
    name: "Client",
    extends: [core],
    properties: namespaces.map((namespace) => ({
      name: naming.namespace(namespace.name),
      isReadonly: true,
      type: module.type(path(namespace), clientName(namespace, context)),
      ...docsProperty(comment(namespace.doc, mentions)),
    })),
    methods: derived.map(({ name, parameter, type, doc }) => ({
      name,
      parameters: [{ name: parameter, type }],
      returnType: "Client",
      docs: [doc],
    })),
    docs: ["The client of the API: calls its routes, by namespace."],
  });
  const settings = { name: "options", type: "ClientOptions", ...(areHostsKnown(context) ? { initializer: "{}" } : {}) };
  const create = module.value("./runtime/client.js", "createClientCore");
  const change = module.value("./runtime/client.js", "changeOptions");
  const settingsCode =
    context.options.int64 === "bigint"
      ? `{ json: ${module.value("./runtime/text.js", "exactJson")}, ...options }`
      : "options";
  const members = [
    ...namespaces.map((namespace) => {
      const make = module.value(path(namespace), naming.client(namespace.name));
      return `${naming.namespace(namespace.name)}: ${make}(core)`;
    }),
    ...derived.map(
      ({ name, parameter, changes }) => `${name}(${parameter}) {\nreturn clientFrom(${change}(core, ${changes}));\n}`,
    ),
  ];
  module.add(
    {
      kind: functionKind,
      isExported: true,
      name: "createClient",
      parameters: [settings],
      returnType: "Client",
      statements: ["return clientFrom(createCore(options));"],
      docs: [
        "Creates a client. Nothing is sent before the first call. Throws a `TypeError` for an unknown option, or a host that is not a URL.",
      ],
    },
    {
      kind: functionKind,
      isExported: true,
      name: "createCore",
      parameters: [settings],
      returnType: core,
      statements: [`return ${create}(${module.value("./binding.js", "binding")}, ${settingsCode});`],
      docs: [
        "\nCreates the core that `call`, `upload` and `download` need to call single routes. A bundle then contains only the\nroutes that it calls; a client contains all routes.",
      ],
    },
    {
      kind: functionKind,
      name: "clientFrom",
      parameters: [{ name: "core", type: core }],
      returnType: "Client",
      statements: [["return {", ...["...core", ...members].map((member) => `${member},`), "};"].join("\n")],
    },
  );
  return module.finish();
}

interface DerivedClient {
  readonly name: string;
  readonly parameter: string;
  readonly type: string;
  /** The changed options, as code. */
  readonly changes: string;
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
      type: "Partial<ClientOptions>",
      changes: "changes",
      doc: "Returns a copy of this client with some options changed.",
    },
  ];
  if (isCalledBy("user") && isCalledBy("team")) {
    derived.push({
      name: "asMember",
      parameter: "memberId",
      type: "string",
      changes: "{ selectUser: memberId, selectAdmin: undefined }",
      doc: "Returns a copy of this client that calls user routes as a member of the team. Needs a team token.",
    });
  }
  if (
    routes.some((route) => !["false", "", undefined].includes(attributeText(route, binding.attributes.selectAdmin)))
  ) {
    derived.push({
      name: "asAdmin",
      parameter: "memberId",
      type: "string",
      changes: "{ selectAdmin: memberId, selectUser: undefined }",
      doc: "Returns a copy of this client that calls user routes as an administrator of the team. Needs a team token.",
    });
  }
  return derived;
}

/** The options of a client, with the hosts of this API. */
function clientOptions(module: Module, context: Context): InterfaceDeclarationStructure {
  const { binding } = context;
  const hosts = namedHosts(context).map((host) => {
    const isKnown = Object.hasOwn(binding.hosts, host);
    return `readonly ${propertyKey(host)}${isKnown ? "?: string | undefined" : ": string"}`;
  });
  const type = ["string", ...(hosts.length === 0 ? [] : [`{ ${hosts.join("; ")} }`])].join(" | ");
  const isOptional = areHostsKnown(context);
  return {
    kind: interfaceKind,
    isExported: true,
    name: "ClientOptions",
    extends: [module.type("./runtime/client.js", "ClientSettings")],
    properties: [
      {
        name: "hosts",
        isReadonly: true,
        hasQuestionToken: isOptional,
        type: isOptional ? `${type} | undefined` : type,
        docs: [
          "\nThe base URL of each host, or one for all of them. In a browser it may be a path on the page's own host.",
        ],
      },
    ],
    docs: ["The options of a client."],
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
export function emitNamespaceClient(namespace: Namespace, context: Context): EmittedModule {
  const { naming } = context;
  const name = clientName(namespace, context);
  const make = naming.client(namespace.name);
  const module = new Module(`src/${naming.folder(namespace.name)}/client.ts`, sourceName(namespace), [
    name,
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
    return method && `${name}.${naming.method(namespace.name, route)}`;
  });
  module.add({
    kind: interfaceKind,
    isExported: true,
    name,
    methods: [
      ...methods.flatMap(({ route, signature, overloads, notes }) => [
        ...overloads,
        {
          ...signature,
          ...docsProperty(
            withExample(
              routeDoc(route, namespace, context, notes(mentions), mentions),
              callExample(route, namespace, context),
            ),
          ),
        },
      ]),
      ...sessions.map(({ signature, doc }) => ({
        ...signature,
        ...docsProperty(comment(undefined, mentions, doc(mentions))),
      })),
    ],
    docs: [`Calls the routes of the namespace \`${namespace.name}\`.`],
  });
  const core = module.type("../runtime/client.js", "ClientCore");
  module.add({
    kind: functionKind,
    isExported: true,
    name: make,
    parameters: [{ name: methods.length === 0 ? "_core" : "core", type: core }],
    returnType: name,
    statements: [["return {", ...[...methods, ...sessions].map(({ code }) => `${code},`), "};"].join("\n")],
    docs: [`Creates the part of a client for the namespace \`${namespace.name}\`.`],
  });
  return module.finish();
}

function clientName(namespace: Namespace, { naming }: Context): string {
  return `${pascalCase(naming.namespace(namespace.name))}Client`;
}
