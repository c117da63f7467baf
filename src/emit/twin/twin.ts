import { callerView } from "../../values/caller-view.js";
import type { Route, Type } from "../../ir/api.js";
import { routeName } from "../../ir/names.js";
import { apiFact } from "../../facts/api-fact.js";
import { callableNamespaces, callableRoutes, createContext, type Context } from "../../facts/context.js";
import { sourceName } from "../source-name.js";
import type { PackageOptions, TwinSettings } from "../../facts/package-options.js";
import { constant, functionKind, interfaceKind, variableKind } from "../../code/kinds.js";
import { braced, literalCode } from "../../code/literal.js";
import { stringCode } from "../../code/string.js";
import { Module, type EmittedModule } from "../../code/module.js";
import { routesFunction } from "../server/server.js";
import { typeText, type Qualify } from "../../facts/type-text.js";
import { itemErrorOf } from "./item-failure.js";
import { modelData, type ModelData } from "./model-data.js";
import { twinData, twinPaths } from "./twin-data.js";

/** Whether a package has a Twin. */
export function hasTwin({ twin }: Pick<PackageOptions, "twin">): boolean {
  return twin !== undefined && twin !== false;
}

/** The callers whose view a Twin shows. */
function twinCallers({ twin }: Pick<PackageOptions, "twin">): readonly string[] {
  const settings: TwinSettings = typeof twin === "object" ? twin : {};
  return settings.callers ?? [];
}

/** What all emitters share, for the view of the Twin's callers. */
export const twinView: (context: Context) => Context = apiFact(({ api, options }) =>
  createContext(callerView(api, twinCallers(options)).api, options),
);

/** The modules of the subpath `./testing`. Examples are in one for each namespace, which is loaded when it is needed. */
export function emitTwin(context: Context): EmittedModule[] {
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
): EmittedModule {
  const module = new Module(path, source, [name]);
  module.add({
    kind: variableKind,
    isExported: true,
    declarationKind: constant,
    declarations: [{ name, type: module.type(runtime, type), initializer: literalCode(value) }],
  });
  return module.finish();
}

function emitIndex(context: Context, callers: readonly string[]): EmittedModule {
  const { naming } = context;
  const module = new Module("src/testing/index.ts", "the specification", ["createTwin", "namespaces", "options"]);
  const runtime = "../runtime/twin.js";
  const namespaces = callableNamespaces(context).map((namespace) => {
    const folder = naming.folder(namespace.name);
    const list = module.value(`../${folder}/server.js`, routesFunction(namespace, context));
    return `{ routes: ${list}(), load: async () => (await import("./data/${folder}.js")).data }`;
  });
  const api = [
    property("binding", module.value("../binding.js", "binding")),
    property("paths", module.value("./paths.js", "paths")),
    property("types", module.value("./types.js", "types")),
    'loadModelData: async () => (await import("./model-data.js")).data',
    `callers: ${literalCode(callers)}`,
    "namespaces",
  ];
  const twin = module.value(runtime, "Twin");
  const type = (name: string): string => module.type(runtime, name);
  const names = (name: string): string => module.type("./names.js", name);
  const twinType = `${twin}<${type("StateOf")}<Model, ${names("TwinTypes")}>> & ${type("Disposal")}`;
  module.add({
    kind: functionKind,
    isExported: true,
    name: "createTwin",
    typeParameters: [{ name: "Model", constraint: type("TwinModel"), default: type("TwinModel") }],
    parameters: [{ name: "options", type: `${type("TwinOptions")}<Model>`, initializer: "{}" }],
    returnType: twinType,
    statements: [
      `const namespaces = [${namespaces.join(", ")}];\nreturn new ${twin}({ ${api.join(", ")} }, options) as ${twinType};`,
    ],
    docs: [
      "\nCreates a Twin: a server in memory that answers each route from the types and examples of the specification, or as a\ntest says. Give its `fetch` to a client.",
    ],
  });
  module.add({
    kind: functionKind,
    isExported: true,
    name: "defineModel",
    typeParameters: [{ name: "Names", constraint: `Record<string, keyof ${names("TwinTypes")} & string>` }],
    parameters: [
      {
        name: "model",
        type: `{ readonly [Name in keyof Names]: ${type("ResourceOf")}<Names[Name], ${names("TwinTypes")}, ${names("TwinRoutes")}> }`,
      },
    ],
    returnType: `${type("CheckedModel")}<Names>`,
    statements: [`return model as unknown as ${type("CheckedModel")}<Names>;`],
    docs: ["A model of the state, for the option `model` of {@link createTwin}. The compiler checks its names."],
  });
  module.add(`export { ${exports.join(", ")} } from "${runtime}";`);
  return module.finish();
}

/** The encoders of the structs that a model can keep, by their names. */
function emitCodecTable({ types }: ModelData, context: Context): EmittedModule {
  const { api, naming } = context;
  const module = new Module("src/testing/types.ts", "the specification", ["types"]);
  const encoders = api.namespaces.flatMap(({ name: namespace, types: all }) =>
    all.flatMap(({ name }) => {
      const encode = `encode${naming.type({ namespace, name })}`;
      return Object.hasOwn(types, `${namespace}.${name}`)
        ? [`${stringCode(`${namespace}.${name}`)}: ${module.value(`../${naming.folder(namespace)}/codecs.js`, encode)}`]
        : [];
    }),
  );
  module.add({
    kind: variableKind,
    isExported: true,
    declarationKind: constant,
    declarations: [
      {
        name: "types",
        type: `Readonly<Record<string, ${module.type("../runtime/codecs.js", "Encode")}<never>>>`,
        initializer: braced(encoders),
      },
    ],
  });
  return module.finish();
}

/** The types by which the compiler checks the names in models. */
function emitNames({ types }: ModelData, context: Context): EmittedModule {
  const { api, naming } = context;
  const module = new Module("src/testing/names.ts", "the specification", ["TwinTypes", "TwinRoutes"]);
  const qualify: Qualify = (namespace, name) =>
    `${module.importTypes(`../${naming.folder(namespace)}/types.js`, naming.namespace(namespace))}.${name}`;
  const entities = api.namespaces.flatMap(({ name: namespace, types: all }) =>
    all
      .filter((type) => Object.hasOwn(types, `${namespace}.${type.name}`))
      .map((type) => {
        const name = { namespace, name: type.name };
        const isTree = type.kind === "struct" && type.subtypes !== undefined;
        return {
          name: stringCode(`${namespace}.${type.name}`),
          type: qualify(namespace, isTree ? naming.fields(name) : naming.type(name)),
        };
      }),
  );
  const text = (type: Type): string => typeText(type, "read", context, qualify);
  const itemError = (route: Route): readonly string[] => {
    const error = itemErrorOf(route.result, context.lookup);
    return error === undefined ? [] : [`itemError: ${text(error)}`];
  };
  const routes = callableNamespaces(context).flatMap((namespace) =>
    callableRoutes(namespace, context).map((route) => ({
      name: stringCode(routeName(namespace.name, route)),
      type: braced([`arg: ${text(route.arg)}`, `error: ${text(route.error)}`, ...itemError(route)], "; "),
    })),
  );
  module.add(
    {
      kind: interfaceKind,
      isExported: true,
      name: "TwinTypes",
      properties: entities,
      docs: ["The structs that routes return, by their names in the specification."],
    },
    {
      kind: interfaceKind,
      isExported: true,
      name: "TwinRoutes",
      properties: routes,
      docs: ["The arguments and errors of routes, by their names in the specification."],
    },
  );
  return module.finish();
}

/** What the module exports of the runtime. */
const exports: readonly string[] = [
  "type CheckedModel",
  "type Disposal",
  "type Disconnection",
  "type Entities",
  "type FailOptions",
  "type Outcome",
  "type Override",
  "type Plan",
  "type ResourceOf",
  "type StateOf",
  "Twin",
  "type TwinCall",
  "type TwinClock",
  "TwinError",
  "type TwinModel",
  "type TwinOptions",
  "type TwinRequest",
  "type TwinSnapshot",
];

/** A member of an object: the name alone where the value is called the same. */
function property(name: string, value: string): string {
  return name === value ? name : `${name}: ${value}`;
}
