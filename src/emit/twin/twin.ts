import { callerView } from "../../values/caller-view.js";
import type { Route, Type } from "../../ir/api.js";
import { routeName } from "../../ir/names.js";
import { apiFact } from "../../facts/api-fact.js";
import { callableNamespaces, callableRoutes, createContext, type Context } from "../../facts/context.js";
import { sourceName } from "../source-name.js";
import type { PackageOptions, TwinSettings } from "../../facts/package-options.js";
import { stringCode } from "../../code/string.js";
import { Module, type TypeScriptModule } from "../../code/module.js";
import { exportNames, listedType, type ListedName } from "../../code/tree/declaration.js";
import {
  array,
  arrow,
  awaited,
  call,
  cast,
  constant,
  create,
  literal,
  member,
  identifier,
  object,
  property,
  returned,
  type Expression,
} from "../../code/tree/expression.js";
import {
  indexed,
  intersection,
  keyOf,
  mapped,
  objectType,
  neverType,
  reference,
  stringType,
  unknownType,
  type MemberType,
  type TypeNode,
} from "../../code/tree/type.js";
import { routesFunction } from "../server/server.js";
import { typeNode } from "../../facts/type-node.js";
import { itemErrorOf } from "./item-failure.js";
import { modelData, type ModelData } from "./model-data.js";
import { hasWebhooks } from "../webhooks/webhooks.js";
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
  createContext(callerView(api, twinCallers(options), options.int64 === "bigint").api, options),
);

/** The modules of the subpath `./testing`. Examples are in one for each namespace, which is loaded when it is needed. */
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
  module.add({
    kind: "constant",
    isExported: true,
    name,
    type: reference(module.type(runtime, type)),
    value: literal(value),
  });
  return module.finish("script");
}

function emitIndex(context: Context, callers: readonly string[]): TypeScriptModule {
  const { naming } = context;
  const module = new Module("src/testing/index.ts", "the specification", ["createTwin", "namespaces", "options"]);
  const runtime = "../runtime/twin.js";
  const namespaces = callableNamespaces(context).map((namespace) => {
    const folder = naming.folder(namespace.name);
    const list = module.value(`../${folder}/server.js`, routesFunction(namespace, context));
    return object([property("routes", call(list)), property("load", loadedData(`./data/${folder}.js`))]);
  });
  const api = object([
    property("binding", identifier(module.value("../binding.js", "binding"))),
    property("paths", identifier(module.value("./paths.js", "paths"))),
    property("types", identifier(module.value("./types.js", "types"))),
    property("loadModelData", loadedData("./model-data.js")),
    property("callers", literal(callers)),
    property("namespaces", identifier("namespaces")),
    ...(hasWebhooks(context.options)
      ? [property("sign", identifier(module.value("../server/webhooks.js", "signWebhook")))]
      : []),
  ]);
  const twin = module.value(runtime, "Twin");
  const type = (of: string, ...args: readonly TypeNode[]): TypeNode => reference(module.type(runtime, of), ...args);
  const ownType = (of: string): TypeNode => reference(module.type("./names.js", of));
  const model = reference("Model");
  const notification = hasWebhooks(context.options)
    ? [reference(module.type("../server/webhooks.js", "WebhookPayloadInput"))]
    : [];
  const state = type("StateOf", model, ownType("TwinTypes"));
  const twinType = intersection(reference(twin, state, ...notification), type("Disposal"));
  module.add({
    kind: "function",
    isExported: true,
    name: "createTwin",
    typeParameters: [{ name: "Model", constraint: type("TwinModel"), default: type("TwinModel") }],
    parameters: [{ name: "options", type: type("TwinOptions", model), initializer: object([]) }],
    result: twinType,
    body: [
      constant("namespaces", array(namespaces)),
      returned(cast(create(twin, [], api, identifier("options")), twinType)),
    ],
    doc: "\nCreates a Twin: a server in memory that answers each route from the types and examples of the specification, or as a\ntest says. Give its `fetch` to a client.",
  });
  const names = reference("Names");
  const resource = type("ResourceOf", indexed(names, reference("Name")), ownType("TwinTypes"), ownType("TwinRoutes"));
  const checked = type("CheckedModel", names);
  module.add({
    kind: "function",
    isExported: true,
    name: "defineModel",
    typeParameters: [
      {
        name: "Names",
        constraint: reference("Record", stringType, intersection(keyOf(ownType("TwinTypes")), stringType)),
      },
    ],
    parameters: [{ name: "model", type: mapped("Name", keyOf(names), resource) }],
    result: checked,
    body: [returned(cast(cast(identifier("model"), unknownType), checked))],
    doc: "A model of the state, for the option `model` of {@link createTwin}. The compiler checks its names.",
  });
  module.add(exportNames(exports, runtime));
  return module.finish();
}

/** A function that loads the data of a module. */
function loadedData(path: string): Expression {
  return arrow([], member(awaited(call("import", literal(path))), "data"), true);
}

/** The encoders of the structs that a model can keep, by their names. */
function emitCodecTable({ types }: ModelData, context: Context): TypeScriptModule {
  const { api, naming } = context;
  const module = new Module("src/testing/types.ts", "the specification", ["types"]);
  const encoders = api.namespaces.flatMap(({ name: namespace, types: all }) =>
    all.flatMap(({ name }) => {
      const encode = `encode${naming.type({ namespace, name })}`;
      return Object.hasOwn(types, `${namespace}.${name}`)
        ? [
            property(
              `${namespace}.${name}`,
              member(
                module.importValues(`../${naming.folder(namespace)}/index.js`, naming.namespaceImport(namespace)),
                encode,
              ),
            ),
          ]
        : [];
    }),
  );
  const encoder = reference(module.type("../runtime/shared.js", "Encode"), neverType);
  module.add({
    kind: "constant",
    isExported: true,
    name: "types",
    type: reference("Readonly", reference("Record", stringType, encoder)),
    value: object(encoders),
  });
  return module.finish("script");
}

/** The types by which the compiler checks the names in models. */
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
    {
      kind: "interface",
      name: "TwinTypes",
      properties: entities,
      doc: "The structs that routes return, by their names in the specification.",
    },
    {
      kind: "interface",
      name: "TwinRoutes",
      properties: routes,
      doc: "The arguments and errors of routes, by their names in the specification.",
    },
  );
  return module.finish("declarations");
}

/** What the module exports of the runtime. */
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
