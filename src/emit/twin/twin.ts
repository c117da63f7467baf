import { callerView } from "../../values/caller-view.js";
import { callableNamespaces, createContext, sourceName, type Context } from "../context.js";
import type { PackageOptions, TwinSettings } from "../emitter.js";
import { constant, functionKind, variableKind } from "../kinds.js";
import { literalCode } from "../literal.js";
import { Module, type EmittedModule } from "../module.js";
import { routesFunction } from "../server.js";
import { twinData, twinPaths } from "./twin-data.js";

/** Whether a package has a Twin. */
export function hasTwin({ twin }: Pick<PackageOptions, "twin">): boolean {
  return twin !== undefined && twin !== false;
}

/** The callers whose view a Twin shows. */
export function twinCallers({ twin }: Pick<PackageOptions, "twin">): readonly string[] {
  const settings: TwinSettings = typeof twin === "object" ? twin : {};
  return settings.callers ?? [];
}

/** The modules of the subpath `./testing`. Examples are in one for each namespace, which is loaded when it is needed. */
export function emitTwin(context: Context): EmittedModule[] {
  const callers = twinCallers(context.options);
  const view = createContext(callerView(context.api, callers).api, context.options);
  return [
    emitIndex(context, callers),
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
    `binding: ${module.value("../binding.js", "binding")}`,
    `paths: ${module.value("./paths.js", "paths")}`,
    `callers: ${literalCode(callers)}`,
    "namespaces",
  ];
  const twin = module.value(runtime, "Twin");
  module.add({
    kind: functionKind,
    isExported: true,
    name: "createTwin",
    parameters: [{ name: "options", type: module.type(runtime, "TwinOptions"), initializer: "{}" }],
    returnType: twin,
    statements: [`const namespaces = [${namespaces.join(", ")}];\nreturn new ${twin}({ ${api.join(", ")} }, options);`],
    docs: [
      "\nCreates a Twin: a server in memory that answers each route from the types and examples of the specification, or as a\ntest says. Give its `fetch` to a client.",
    ],
  });
  module.add(`export { ${exports.join(", ")} } from "${runtime}";`);
  return module.finish();
}

/** What the module exports of the runtime. */
const exports: readonly string[] = [
  "type Disconnection",
  "type FailOptions",
  "type Outcome",
  "type Override",
  "type Plan",
  "Twin",
  "type TwinCall",
  "type TwinClock",
  "TwinError",
  "type TwinOptions",
  "type TwinRequest",
];
