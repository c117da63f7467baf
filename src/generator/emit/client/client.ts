import type { Namespace } from "../../../ir/api.js";
import { callExample, sessionExample } from "./call-example.js";
import { clientMethod } from "./client-method.js";
import { comment, withExample, mentionsIn } from "../comments.js";
import {
  attributeText,
  authenticationKinds,
  callableNamespaces,
  callableRoutes,
  type Context,
} from "../../facts/context.js";
import { apiFact } from "../../facts/api-fact.js";
import { sourceName } from "../namespace-module.js";
import { Module, type TypeScriptModule } from "../../code/module.js";
import { code, declarations, objectMember, typeCode } from "../../code/template/template.js";
import type { Declaration, MethodType } from "../../code/tree/declaration.js";
import type { Expression } from "../../code/tree/expression.js";
import { reference, type TypeNode } from "../../code/tree/type.js";
import { sessionMethods } from "./session-method.js";
import { pascalCase } from "../../facts/naming.js";
import { propertyKey } from "../../code/literals.js";
import { mentionsBeside, routeDoc } from "../routes.js";

/** The names that {@link addClient} declares, including those of parameters. */
export const clientLocals: readonly string[] = [
  ...["Client", "ClientOptions", "clientFrom", "core", "createClient", "createCore", "options"],
];

/** Adds the client of a whole API to the main module of its package. */
export function addClient(module: Module, context: Context): void {
  const { naming, options } = context;
  const namespaces = callableNamespaces(context);
  const path = (namespace: Namespace): string => `./${naming.folder(namespace.name)}/client.js`;
  const runtime = (name: string): string => module.value("./runtime/client.js", name);
  const core = module.type("./runtime/client.js", "ClientCore");
  const mentions = mentionsIn(context, { prefix: () => undefined });
  const derived = derivedClients(context);
  const properties = namespaces.map((namespace) => ({
    name: naming.namespace(namespace.name),
    origin: namespace.name,
    isReadonly: true,
    type: reference(module.type(path(namespace), clientName(namespace, context))),
    doc: comment(namespace.doc, mentions),
  }));
  const methods = derived.map(({ name, parameter, type, doc }): MethodType => ({
    name,
    parameters: [{ name: parameter, type }],
    result: reference("Client"),
    doc,
  }));
  const parameter = {
    name: "options",
    type: reference("ClientOptions"),
    ...(areHostsKnown(context) && { initializer: code`{}` }),
  };
  const settings =
    options.int64 === "bigint"
      ? code`{ json: ${module.value("./runtime/shared.js", "exactJson")}, ...options }`
      : code`options`;
  const clients = namespaces.map((namespace) => {
    const create = module.value(path(namespace), naming.client(namespace.name));
    return objectMember`${naming.namespace(namespace.name)}: ${create}(core)`;
  });
  const changed = derived.map(
    ({ name, parameter, changes }) => objectMember`${name}(${parameter}) {
      return clientFrom(${runtime("changeOptions")}(core, ${changes}));
    }`,
  );
  module.add(
    ...declarations`
      ${clientOptions(module, context)}

      /** The client of the API: calls its routes, by namespace. */
      export interface Client extends ${core} {
        ${properties}
        ${methods}
      }

      /** Creates a client. Nothing is sent before the first call. Throws a \`TypeError\` for an unknown option, or a host that is not a URL. */
      export function createClient(${parameter}): Client {
        return clientFrom(createCore(options));
      }

      /**
       * Creates the core that \`call\`, \`upload\` and \`download\` need to call single routes. A bundle then contains only the
       * routes that it calls; a client contains all routes.
       */
      export function createCore(${parameter}): ${core} {
        return ${runtime("createClientCore")}(${module.value("./binding.js", "binding")}, ${settings});
      }

      function clientFrom(core: ${core}): Client {
        return { ...core, ${clients}, ${changed} };
      }
    `,
  );
}

interface DerivedClient {
  readonly name: string;
  readonly parameter: string;
  readonly type: TypeNode;
  /** The options that are changed. */
  readonly changes: Expression;
  readonly doc: string;
}

/** Returns the methods that apply to the API and return a client with other options. */
function derivedClients(context: Context): DerivedClient[] {
  const { api, binding } = context;
  const routes = api.namespaces.flatMap((namespace) => namespace.routes);
  const isCalledBy = (kind: string): boolean =>
    routes.some((route) => authenticationKinds(route, context).includes(kind));
  const derived: DerivedClient[] = [
    {
      name: "with",
      parameter: "changes",
      type: typeCode`Partial<ClientOptions>`,
      changes: code`changes`,
      doc: "Returns a copy of this client with some options changed.",
    },
  ];
  if (isCalledBy("user") && isCalledBy("team")) {
    derived.push({
      name: "asMember",
      parameter: "memberId",
      type: typeCode`string`,
      changes: code`{ selectUser: memberId, selectAdmin: undefined }`,
      doc: "Returns a copy of this client that calls user routes as a member of the team. Needs a team token.",
    });
  }
  if (
    routes.some((route) => !["false", "", undefined].includes(attributeText(route, binding.attributes.selectAdmin)))
  ) {
    derived.push({
      name: "asAdmin",
      parameter: "memberId",
      type: typeCode`string`,
      changes: code`{ selectAdmin: memberId, selectUser: undefined }`,
      doc: "Returns a copy of this client that calls user routes as an administrator of the team. Needs a team token.",
    });
  }
  return derived;
}

/** Returns the declaration of a client's options, which name the hosts of this API. */
function clientOptions(module: Module, context: Context): readonly Declaration[] {
  const { binding } = context;
  const hosts = namedHosts(context).map((host) => {
    const isKnown = Object.hasOwn(binding.hosts, host);
    return {
      name: propertyKey(host),
      isReadonly: true,
      isOptional: isKnown,
      type: isKnown ? typeCode`string | undefined` : typeCode`string`,
    };
  });
  const isOptional = areHostsKnown(context);
  const urls = hosts.length === 0 ? typeCode`string` : typeCode`string | { ${hosts} }`;
  const property = {
    name: "hosts",
    isReadonly: true,
    isOptional,
    type: isOptional ? typeCode`${urls} | undefined` : urls,
    doc: "\nThe base URL of each host, or one for all of them. In a browser it may be a path on the page's own host.",
  };
  return declarations`
    /** The options of a client. */
    export interface ClientOptions extends ${module.type("./runtime/client.js", "ClientSettings")} {
      ${property}
    }
  `;
}

/** Returns the hosts that the routes of an API name, in the order of their first use. */
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

/** Returns the module that contains the methods for the routes of a namespace. */
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
  const signatures = [
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
    ...sessions.map(({ signature, session, doc }) => ({
      ...signature,
      doc: withExample(comment(undefined, mentions, doc(mentions)), sessionExample(session, namespace, context)),
    })),
  ];
  const core = methods.length === 0 ? "_core" : "core";
  module.add(
    ...declarations`
      /** Calls the routes of the namespace \`${namespace.name}\`. */
      export interface ${clientType} {
        ${signatures}
      }

      /** Creates the part of a client for the namespace \`${namespace.name}\`. */
      export function ${make}(${core}: ${module.type("../runtime/client.js", "ClientCore")}): ${clientType} {
        return { ${[...methods, ...sessions].map(({ implementation }) => implementation)} };
      }
    `,
  );
  return module.finish();
}

function clientName(namespace: Namespace, { naming }: Context): string {
  return `${pascalCase(naming.namespace(namespace.name))}Client`;
}
