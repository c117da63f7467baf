import { callerView } from "../../../values/caller-view.js";
import type { Route, Type } from "../../../ir/api.js";
import { routeName } from "../../../ir/names.js";
import { apiFact } from "../../facts/api-fact.js";
import { callableNamespaces, callableRoutes, createContext, type Context } from "../../facts/context.js";
import { codecsModule } from "../../facts/lazy-namespace.js";
import { sourceName } from "../namespace-module.js";
import type { PackageOptions, TwinSettings } from "../../facts/package-options.js";
import { stringCode } from "../../code/literals.js";
import { Module, type TypeScriptModule } from "../../code/module.js";
import { code, declarations, objectMember, typeCode } from "../../code/template/template.js";
import { exportNames, listedType, type ListedName } from "../../code/tree/declaration.js";
import { literal, type Expression } from "../../code/tree/expression.js";
import { objectType, reference, type MemberType } from "../../code/tree/type.js";
import { routesFunction } from "../server.js";
import { typeNode } from "../../facts/type-node.js";
import { itemErrorOf, modelData, type ModelData } from "./model-data.js";
import { hasWebhooks } from "../webhooks.js";
import { twinData, twinPaths } from "./twin-data.js";

/** Whether a package has a Twin. */
export function hasTwin({ twin }: Pick<PackageOptions, "twin">): boolean {
  return twin !== undefined && twin !== false;
}

/** Returns the callers whose view of the API a Twin uses. */
function twinCallers({ twin }: Pick<PackageOptions, "twin">): readonly string[] {
  const settings: TwinSettings = typeof twin === "object" ? twin : {};
  return settings.callers ?? [];
}

/** Returns the context for the view that the Twin's callers have of the API. */
export const twinView: (context: Context) => Context = apiFact(({ api, options }) =>
  createContext(callerView(api, twinCallers(options), options.int64 === "bigint").api, options),
);

/** Returns the modules of the subpath `./testing`. The data of each namespace is a module of its own, which is loaded on demand. */
export function emitTwin(context: Context): TypeScriptModule[] {
  const callers = twinCallers(context.options);
  const view = twinView(context);
  const data = modelData(view);
  return [
    emitIndex(context, callers),
    emitNames(data, view),
    emitCodecTable(data, view),
    dataModule("src/testing/model-data.ts", "the specification", "data", "ModelData", "../runtime/twin.js", data),
    dataModule(
      "src/testing/paths.ts",
      "the specification",
      "paths",
      "TwinPaths",
      "../runtime/twin.js",
      twinPaths(view),
    ),
    ...callableNamespaces(view).map((namespace) =>
      dataModule(
        `src/testing/data/${view.naming.folder(namespace.name)}.ts`,
        sourceName(namespace),
        "data",
        "TwinNamespaceData",
        "../../runtime/twin.js",
        twinData(namespace, view),
      ),
    ),
  ];
}

function dataModule(
  path: string,
  source: string,
  name: string,
  type: string,
  runtime: string,
  value: unknown,
): TypeScriptModule {
  const module = new Module(path, source, [name]);
  module.add(...declarations`export const ${name}: ${module.type(runtime, type)} = ${literal(value)};`);
  return module.finish("script");
}

function emitIndex(context: Context, callers: readonly string[]): TypeScriptModule {
  const { naming } = context;
  const module = new Module("src/testing/index.ts", "the specification", ["createTwin", "namespaces", "options"]);
  const namespaces = callableNamespaces(context).map((namespace) => {
    const folder = naming.folder(namespace.name);
    const routes = module.value(`../${folder}/server.js`, routesFunction(namespace, context));
    return code`{ routes: ${routes}(), load: ${loadedData(`./data/${folder}.js`)} }`;
  });
  const binding = module.value("../binding.js", "binding");
  const [paths, types] = ["paths", "types"].map((name) => module.value(`./${name}.js`, name));
  const [twinTypes, twinRoutes] = ["TwinTypes", "TwinRoutes"].map((name) => module.type("./names.js", name));
  const type = (of: string): string => module.type(runtime, of);
  const twin = module.value(runtime, "Twin");
  const webhooks = "../server/webhooks.js";
  const [sign, payload] = hasWebhooks(context.options)
    ? [objectMember`sign: ${module.value(webhooks, "signWebhook")}`, module.type(webhooks, "WebhookPayloadInput")]
    : [];
  const state = typeCode`${type("StateOf")}<Model, ${twinTypes}>`;
  const twinType = typeCode`${twin}<${state}, ${payload}> & ${type("Disposal")}`;
  const entities = typeCode`{ readonly [Each in keyof Names]: ${type("Entities")}<${twinTypes}[Names[Each]]> }`;
  const resource = typeCode`${type("ResourceOf")}<Names[Name], ${twinTypes}, ${twinRoutes}, ${entities}>`;
  const checked = typeCode`${type("CheckedModel")}<Names>`;
  module.add(
    ...declarations`
      /**
       * Creates a Twin: a server in memory whose responses come from the types and examples of the specification, or from a
       * test. Pass its \`fetch\` to a client.
       */
      export function createTwin<Model extends ${type("TwinModel")} = ${type("TwinModel")}>(
        options: ${type("TwinOptions")}<Model> = {},
      ): ${twinType} {
        const namespaces = [${namespaces}];
        return new ${twin}(
          {
            ${binding},
            ${paths},
            ${types},
            loadModelData: ${loadedData("./model-data.js")},
            callers: ${literal(callers)},
            namespaces,
            ${sign},
          },
          options,
        ) as ${twinType};
      }

      /** A model of the state, for the option \`model\` of {@link createTwin}. The compiler checks its names. */
      export function defineModel<Names extends Record<string, keyof ${twinTypes} & string>>(
        model: { readonly [Name in keyof Names]: ${resource} },
      ): ${checked} {
        return model as unknown as ${checked};
      }

      ${exportNames(exports, runtime)}
    `,
  );
  return module.finish();
}

const runtime = "../runtime/twin.js";

/** Returns the code of a function that loads the data of a module. */
function loadedData(path: string): Expression {
  return code`async () => (await import(${literal(path)})).data`;
}

/** Returns the module of the encoders by name, for the structs that a model can store. */
function emitCodecTable({ types }: ModelData, context: Context): TypeScriptModule {
  const { api, naming } = context;
  const module = new Module("src/testing/types.ts", "the specification", ["types"]);
  const encoders = api.namespaces.flatMap((namespace) =>
    namespace.types
      .map(({ name }) => ({ namespace: namespace.name, name }))
      .filter(({ name }) => Object.hasOwn(types, `${namespace.name}.${name}`))
      .map((type) => {
        const path = `../${codecsModule(namespace, context)}.js`;
        const codecs = module.importValues(path, naming.namespaceImport(namespace.name));
        return objectMember`${`${type.namespace}.${type.name}`}: ${codecs}.${`encode${naming.type(type)}`}`;
      }),
  );
  const encoder = typeCode`${module.type("../runtime/shared.js", "Encode")}<never>`;
  module.add(...declarations`export const types: Readonly<Record<string, ${encoder}>> = { ${encoders} };`);
  return module.finish("script");
}

/** Returns the module of the types by which the compiler checks the names in models. */
function emitNames({ types }: ModelData, context: Context): TypeScriptModule {
  const { api, naming } = context;
  const module = new Module("src/testing/names.ts", "the specification", ["TwinTypes", "TwinRoutes"]);
  const readable = (namespace: string, name: string): string =>
    `${module.importTypes(`../${naming.folder(namespace)}/types.js`, naming.namespaceImport(namespace))}.${name}`;
  const entities = api.namespaces.flatMap(({ name: namespace, types: all }) =>
    all
      .filter((type) => Object.hasOwn(types, `${namespace}.${type.name}`))
      .map((type) => {
        const name = { namespace, name: type.name };
        const isTree = type.kind === "struct" && type.subtypes !== undefined;
        return {
          name: stringCode(`${namespace}.${type.name}`),
          type: reference(readable(namespace, isTree ? naming.fields(name) : naming.type(name))),
        };
      }),
  );
  const member = (name: string, type: Type): MemberType => ({ name, type: typeNode(type, "read", context, readable) });
  const itemError = (route: Route): readonly MemberType[] => {
    const error = itemErrorOf(route.result, context.lookup);
    return error === undefined ? [] : [member("itemError", error)];
  };
  const routes = callableNamespaces(context).flatMap((namespace) =>
    callableRoutes(namespace, context).map((route) => ({
      name: stringCode(routeName(namespace.name, route)),
      type: objectType([member("arg", route.arg), member("error", route.error), ...itemError(route)]),
    })),
  );
  module.add(
    ...declarations`
      /** The structs that routes return, by their names in the specification. */
      export interface TwinTypes {
        ${entities}
      }

      /** The arguments and errors of routes, by their names in the specification. */
      export interface TwinRoutes {
        ${routes}
      }
    `,
  );
  return module.finish("declarations");
}

/** The re-exports of the runtime. */
const exports: readonly (string | ListedName)[] = [
  listedType("CheckedModel"),
  listedType("Disposal"),
  listedType("Disconnection"),
  listedType("Entities"),
  listedType("FailOptions"),
  listedType("Outcome"),
  listedType("Override"),
  listedType("Plan"),
  listedType("ResourceOf"),
  listedType("StateOf"),
  "Twin",
  listedType("TwinCall"),
  listedType("TwinClock"),
  "TwinError",
  listedType("TwinModel"),
  listedType("TwinOptions"),
  listedType("TwinRequest"),
  listedType("TwinSnapshot"),
  listedType("TwinWebhook"),
];
