import type { Namespace, Type } from "../../../ir/api.js";
import { codecsModule } from "../../facts/lazy-namespace.js";
import { callableRoutes, hasTypes, type Context } from "../../facts/context.js";
import { unionTags } from "../../facts/members.js";
import type { DividedModule } from "../package/divided-module.js";
import type { ModulePart } from "../../code/module.js";
import { qualifierIn } from "../types/qualifier.js";
import { exportAll, exportAllTypes, exportNames, type Constant } from "../../code/tree/declaration.js";
import { call, identifier, literal, member, pure } from "../../code/tree/expression.js";
import { reference, textType, union, type TypeNode } from "../../code/tree/type.js";
import { typeNode, type View } from "../../facts/type-node.js";
import { unnamedPartsIn } from "./unnamed-parts-in.js";

/**
 * The module with the codecs of a namespace: the functions that decode, encode and redact values of its types, the tags of its
 * unions that everybody may send, and re-exports of its types, its routes and its part of the client.
 */
export const codecs: DividedModule = {
  path: codecsModule,
  output: "all",
  isWanted: () => true,
  emitDefinition: (definition, module, context) => {
    const { namespace, name } = definition;
    const type = { kind: "ref", namespace, name } as const;
    const stem = context.naming.type(type);
    addCodecs(stem, type, module, { name: namespace }, context);
    const isUnion = context.lookup.definition(type).kind === "union";
    const all = isUnion ? unionTags(type, context.lookup) : [];
    const tags = all.filter((tag) => !tag.catchAll && tag.omittedCaller === undefined);
    if (tags.length > 0) {
      const names = tags.map((tag) => tag.name);
      const type = reference("ReadonlyArray", union(names.map(textType)));
      module.add({ kind: "constant", isExported: true, name: `tagsOf${stem}`, type, value: literal(names) });
    }
  },
  emitRest: (namespace, module, context) => {
    for (const { route, part, type } of unnamedPartsIn(namespace, context)) {
      addCodecs(context.naming.routePart(namespace.name, route, part), type, module, namespace, context);
    }
    addExports(namespace, "./routes.js", module, context);
  },
};

function addCodecs(
  stem: string,
  type: Type,
  module: ModulePart,
  namespace: Pick<Namespace, "name">,
  context: Context,
): void {
  const qualify = qualifierIn(module, namespace, context);
  const typeIn = (view: View): TypeNode => typeNode(type, view, context, qualify);
  const check = member(module.importValues("./checks.js", "checks"), `check${stem}`);
  // Constants, because functions cost compilers and bundles twice as much. The types of the constants have the documentation.
  const codec = (kind: "Decode" | "Encode" | "Redact", maker: string, ...types: readonly TypeNode[]): Constant => ({
    kind: "constant",
    isExported: true,
    name: `${kind.toLowerCase()}${stem}`,
    type: reference(module.type("../runtime/shared.js", kind), ...types),
    value: pure(call(identifier(module.value("../runtime/shared.js", maker)), check)),
  });
  module.add(
    codec("Decode", "decoder", typeIn("read"), ...(context.views.differs(type) ? [typeIn("write")] : [])),
    codec("Encode", "encoder", typeIn("write")),
    codec("Redact", "redacter", typeIn("write")),
  );
}

/** Re-exports the routes of a namespace, its part of the client and its types. */
export function addExports(
  namespace: Namespace,
  routes: "./routes.js" | "./lazy-routes.js",
  module: ModulePart,
  context: Context,
): void {
  if (namespace.routes.length > 0) {
    module.add(exportAll(routes));
  }
  if (callableRoutes(namespace, context).length > 0) {
    module.add(exportNames([context.naming.client(namespace.name)], "./client.js"));
  }
  if (hasTypes(namespace, context)) {
    module.add(exportAllTypes("./types.js"));
  }
}
