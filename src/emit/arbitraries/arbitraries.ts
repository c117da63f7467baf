import { Module, type TypeScriptModule } from "../../code/module.js";
import { exportTypes } from "../../code/tree/declaration.js";
import {
  array,
  arrow,
  create,
  literal,
  member,
  identifier,
  object,
  property,
  pure,
  type Expression,
} from "../../code/tree/expression.js";
import { reference } from "../../code/tree/type.js";
import { createContext, type Context } from "../../facts/context.js";
import { unnamedParts } from "../../facts/unnamed-parts.js";
import type { Type } from "../../ir/api.js";
import { callerView } from "../../values/caller-view.js";
import { ShapeMaker } from "./shapes.js";

const runtime = "../runtime/arbitraries.js";

/** The modules of the subpath `./arbitraries`: what random values are like, and the functions that make them. */
export function emitArbitraries(context: Context): TypeScriptModule[] {
  const view = createContext(callerView(context.api, []).api, context.options);
  return [emitShapes(view), emitIndex(context, view)];
}

function emitShapes({ api, lookup, options }: Context): TypeScriptModule {
  const module = new Module("src/arbitraries/shapes.ts", "the specification", ["shapes"]);
  const maker = new ShapeMaker(lookup, options.timestamps === "date");
  const shapes = api.namespaces.flatMap(({ name: namespace, types }) =>
    types.flatMap(({ name }) => {
      const shape = maker.definition({ namespace, name });
      return shape === undefined ? [] : [[`${namespace}.${name}`, shape] as const];
    }),
  );
  module.add({
    kind: "constant",
    isExported: true,
    name: "shapes",
    type: reference(module.type(runtime, "Shapes")),
    value: literal(Object.fromEntries(shapes)),
  });
  return module.finish("script");
}

function emitIndex({ naming, options }: Context, { api, lookup }: Context): TypeScriptModule {
  const module = new Module("src/arbitraries/index.ts", "the specification", ["arbitraries", "arbitrary", "invalid"]);
  const maker = new ShapeMaker(lookup, options.timestamps === "date");
  const decoders = api.namespaces.flatMap((namespace) => {
    const path = `../${naming.folder(namespace.name)}/index.js`;
    const decoder = (stem: string, type: Type): Expression => {
      const codecs = module.importValues(path, naming.namespaceImport(namespace.name));
      return array([member(codecs, `decode${stem}`), literal(maker.root(type))]);
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
  const settings = object([
    property("shapes", identifier(module.value("./shapes.js", "shapes"))),
    property("decoders", arrow([], array(decoders))),
    property("int64", literal(int64)),
    property("timestamps", literal(timestamps)),
  ]);
  const variable = (variable: string, type: string, value: Expression, doc?: string): void => {
    module.add({
      kind: "constant",
      isExported: doc !== undefined,
      name: variable,
      type: reference(type),
      value,
      doc,
    });
  };
  variable("arbitraries", arbitraries, pure(create(arbitraries, [], settings)));
  variable(
    "arbitrary",
    module.type(runtime, "ArbitraryOf"),
    member("arbitraries", "arbitrary"),
    "Random values of a decoder's type, for fast-check: `arbitrary(decodeFileMetadata)`.",
  );
  variable(
    "invalid",
    module.type(runtime, "InvalidOf"),
    member("arbitraries", "invalid"),
    "Messages that a strict decoder refuses, each with the code of its `DecodeError`.",
  );
  module.add(exportTypes(["ArbitraryOptions", "NearMiss"], runtime));
  return module.finish();
}
