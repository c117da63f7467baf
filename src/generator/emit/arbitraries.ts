import type { Type } from "../../ir/api.js";
import { callerView } from "../../values/caller-view.js";
import { Module, type TypeScriptModule } from "../code/module.js";
import { code, declarations } from "../code/template/template.js";
import { exportTypes } from "../code/tree/declaration.js";
import { literal, type Expression } from "../code/tree/expression.js";
import { createContext, type Context } from "../facts/context.js";
import { codecsModule } from "../facts/lazy-namespace.js";
import { unnamedParts } from "../facts/naming.js";
import { ShapeMaker } from "./arbitrary-shapes.js";

const runtime = "../runtime/arbitraries.js";

/** Returns the modules of the subpath `./arbitraries`: the shapes of random values, and the functions that create values. */
export function emitArbitraries(context: Context): TypeScriptModule[] {
  const view = createContext(callerView(context.api, []).api, context.options);
  return [emitShapes(view), emitIndex(context, view)];
}

function emitShapes({ api, lookup, options }: Context): TypeScriptModule {
  const module = new Module("src/arbitraries/shapes.ts", "the specification", ["shapes"]);
  const shapes = new ShapeMaker(lookup, options.timestamps === "date").named(api);
  module.add(
    ...declarations`
      export const shapes: ${module.type(runtime, "Shapes")} = ${literal(shapes)};
    `,
  );
  return module.finish("script");
}

function emitIndex(context: Context, { api, lookup }: Context): TypeScriptModule {
  const { naming, options } = context;
  const module = new Module("src/arbitraries/index.ts", "the specification", ["arbitraries", "arbitrary", "invalid"]);
  const maker = new ShapeMaker(lookup, options.timestamps === "date");
  const decoders = api.namespaces.flatMap((namespace) => {
    const path = `../${codecsModule(namespace, context)}.js`;
    const decoder = (stem: string, type: Type): Expression => {
      const codecs = module.importValues(path, naming.namespaceImport(namespace.name));
      return code`[${codecs}.${`decode${stem}`}, ${literal(maker.root(type))}]`;
    };
    const named = [...namespace.aliases, ...namespace.types].map(({ name }) => {
      const type = { kind: "ref", namespace: namespace.name, name } as const;
      return decoder(naming.type(type), type);
    });
    const parts = unnamedParts(namespace.routes).map(({ route, part, type }) =>
      decoder(naming.routePart(namespace.name, route, part), type),
    );
    return [...named, ...parts];
  });
  const arbitraries = module.value(runtime, "Arbitraries");
  const { int64 = "number", timestamps = "string" } = options;
  const shapes = module.value("./shapes.js", "shapes");
  module.add(
    ...declarations`
      const arbitraries: ${arbitraries} = /*#__PURE__*/ new ${arbitraries}({
        ${shapes},
        decoders: () => [${decoders}],
        int64: ${literal(int64)},
        timestamps: ${literal(timestamps)},
      });

      /** Random values of a decoder's type, for fast-check: \`arbitrary(decodeFileMetadata)\`. */
      export const arbitrary: ${module.type(runtime, "ArbitraryOf")} = arbitraries.arbitrary;

      /** Messages that a strict decoder refuses, each with the code of its \`DecodeError\`. */
      export const invalid: ${module.type(runtime, "InvalidOf")} = arbitraries.invalid;
    `,
  );
  module.add(exportTypes(["ArbitraryOptions", "NearMiss"], runtime));
  return module.finish();
}
