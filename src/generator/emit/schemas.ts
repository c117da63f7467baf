import { jsonSchema } from "../../exports/schema/documents.js";
import { routePartDefinition } from "../../exports/schema/type-schemas.js";
import { Module, type TypeScriptModule } from "../code/module.js";
import { code, declarations } from "../code/template/template.js";
import { exportTypes } from "../code/tree/declaration.js";
import { literal } from "../code/tree/expression.js";
import { textType } from "../code/tree/type.js";
import type { Context } from "../facts/context.js";
import { codecsModule } from "../facts/lazy-namespace.js";
import { unnamedParts } from "../facts/naming.js";

const runtime = "../runtime/schemas.js";

/** A decoder of the package, and the name of the JSON Schema definition of its type. */
interface Decoder {
  readonly path: string;
  /** The local name under which the module at this path is imported. */
  readonly namespace: string;
  readonly name: string;
  readonly definition: string;
}

/** Returns the modules of the subpath `./schemas`: the JSON Schema of all types, and the function that finds the schema of a decoder. */
export function emitSchemas(context: Context): TypeScriptModule[] {
  const decoders = decodersOf(context);
  return [emitDefinitions(decoders, context), emitIndex(decoders)];
}

function decodersOf(context: Context): Decoder[] {
  const { api, naming } = context;
  return api.namespaces.flatMap((namespace) => {
    const place = {
      path: `../${codecsModule(namespace, context)}.js`,
      namespace: naming.namespaceImport(namespace.name),
    };
    return [
      ...[...namespace.aliases, ...namespace.types].map(({ name }) => ({
        ...place,
        name: `decode${naming.type({ namespace: namespace.name, name })}`,
        definition: `${namespace.name}.${name}`,
      })),
      ...unnamedParts(namespace.routes).map(({ route, part }) => ({
        ...place,
        name: `decode${naming.routePart(namespace.name, route, part)}`,
        definition: routePartDefinition(namespace, route, part),
      })),
    ];
  });
}

function emitDefinitions(decoders: readonly Decoder[], { api, options }: Context): TypeScriptModule {
  const module = new Module("src/schemas/definitions.ts", "the specification", ["read", "write"]);
  const documents = jsonSchema(api, { int64: options.int64 === "bigint" ? "exact" : "safe" });
  const withDecoder = new Set(decoders.map(({ definition }) => definition));
  for (const view of ["write", "read"] as const) {
    // Parts of routes are left out if they have no decoder. Only their names contain a slash.
    const definitions = Object.entries(documents[view].$defs).filter(
      ([name]) => withDecoder.has(name) || !name.includes("/"),
    );
    module.add(
      ...declarations`
        export const ${view}: ${module.type(runtime, "SchemasApi")}[${textType(view)}] = ${literal(Object.fromEntries(definitions))};
      `,
    );
  }
  return module.finish("script");
}

function emitIndex(decoders: readonly Decoder[]): TypeScriptModule {
  const module = new Module("src/schemas/index.ts", "the specification", ["schema"]);
  const pairs = decoders.map(
    ({ path, namespace, name, definition }) =>
      code`[${module.importValues(path, namespace)}.${name}, ${literal(definition)}]`,
  );
  const [write, read] = ["write", "read"].map((view) => module.value("./definitions.js", view));
  module.add(
    ...declarations`
      /** Returns the type of a decoder as a Standard Schema with JSON Schema. This adds the schemas of all types to a bundle: if you do not need JSON Schema, use the function of the subpath \`./schema\`. */
      export const schema: ${module.type(runtime, "SchemaOf")} = /*#__PURE__*/ ${module.value(runtime, "schemaOf")}({
        decoders: () => [${pairs}],
        ${write},
        ${read},
      });
    `,
  );
  module.add(exportTypes(["StandardJsonSchema"], runtime));
  return module.finish();
}
