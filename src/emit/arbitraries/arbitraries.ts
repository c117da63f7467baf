import { constant, variableKind } from "../../code/kinds.js";
import { braced, literalCode } from "../../code/literal.js";
import { Module, type EmittedModule } from "../../code/module.js";
import { createContext, type Context } from "../../facts/context.js";
import { unnamedParts } from "../../facts/unnamed-parts.js";
import type { Type } from "../../ir/api.js";
import { callerView } from "../../values/caller-view.js";
import { ShapeMaker } from "./shapes.js";

const runtime = "../runtime/arbitraries.js";

/** The modules of the subpath `./arbitraries`: what random values are like, and the functions that make them. */
export function emitArbitraries(context: Context): EmittedModule[] {
  const view = createContext(callerView(context.api, []).api, context.options);
  return [emitShapes(view), emitIndex(context, view)];
}

function emitShapes({ api, lookup, options }: Context): EmittedModule {
  const module = new Module("src/arbitraries/shapes.ts", "the specification", ["shapes"]);
  const maker = new ShapeMaker(lookup, options.timestamps === "date");
  const shapes = api.namespaces.flatMap(({ name: namespace, types }) =>
    types.flatMap(({ name }) => {
      const shape = maker.definition({ namespace, name });
      return shape === undefined ? [] : [[`${namespace}.${name}`, shape] as const];
    }),
  );
  module.add({
    kind: variableKind,
    isExported: true,
    declarationKind: constant,
    declarations: [
      { name: "shapes", type: module.type(runtime, "Shapes"), initializer: literalCode(Object.fromEntries(shapes)) },
    ],
  });
  return module.finish();
}

function emitIndex({ naming, options }: Context, { api, lookup }: Context): EmittedModule {
  const module = new Module("src/arbitraries/index.ts", "the specification", ["arbitraries", "arbitrary", "invalid"]);
  const maker = new ShapeMaker(lookup, options.timestamps === "date");
  const decoders = api.namespaces.flatMap((namespace) => {
    const path = `../${naming.folder(namespace.name)}/codecs.js`;
    const decoder = (stem: string, type: Type): string =>
      `[${module.value(path, `decode${stem}`)}, ${literalCode(maker.root(type) ?? null).replace(/^null$/, "undefined")}]`;
    const named = [...namespace.aliases, ...namespace.types].map(({ name }) => {
      const type = { kind: "ref", namespace: namespace.name, name } as const;
      return decoder(naming.type(type), type);
    });
    const parts = unnamedParts(namespace).map(({ route, part, type }) =>
      decoder(naming.routePart(namespace.name, route, part), type),
    );
    return [...named, ...parts];
  });
  const arbitraries = module.value(runtime, "Arbitraries");
  const { int64 = "number", timestamps = "string" } = options;
  const settings = braced([
    module.value("./shapes.js", "shapes"),
    `decoders: () => [${decoders.join(", ")}]`,
    `int64: ${literalCode(int64)}`,
    `timestamps: ${literalCode(timestamps)}`,
  ]);
  const variable = (name: string, type: string, initializer: string, doc?: string): void => {
    module.add({
      kind: variableKind,
      isExported: doc !== undefined,
      declarationKind: constant,
      declarations: [{ name, type, initializer }],
      ...(doc !== undefined && { docs: [doc] }),
    });
  };
  variable("arbitraries", arbitraries, `/*#__PURE__*/ new ${arbitraries}(${settings})`);
  variable(
    "arbitrary",
    module.type(runtime, "ArbitraryOf"),
    "arbitraries.arbitrary",
    "Random values of a decoder's type, for fast-check: `arbitrary(decodeFileMetadata)`.",
  );
  variable(
    "invalid",
    module.type(runtime, "InvalidOf"),
    "arbitraries.invalid",
    "Messages that a strict decoder refuses, each with the code of its `DecodeError`.",
  );
  module.add(`export type { ArbitraryOptions, NearMiss } from "${runtime}";`);
  return module.finish();
}
