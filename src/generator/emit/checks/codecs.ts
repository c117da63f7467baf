import type { Namespace, Type } from "../../../ir/api.js";
import { definitionFact, namespaceFact } from "../../facts/api-fact.js";
import { codecsModule } from "../../facts/lazy-namespace.js";
import { callableRoutes, definitionNames, type Context } from "../../facts/context.js";
import { unionTags } from "../../facts/members.js";
import { unnamedParts } from "../../facts/naming.js";
import { differs } from "../../facts/views.js";
import { Module, type TypeScriptModule } from "../../code/module.js";
import { sourceName, qualifierIn } from "../namespace-module.js";
import { exportAll, exportAllTypes, exportNames, type Constant } from "../../code/tree/declaration.js";
import { call, identifier, literal, member, pure } from "../../code/tree/expression.js";
import { reference, textType, union, type TypeNode } from "../../code/tree/type.js";
import { typeNode, type View } from "../../facts/type-node.js";

/**
 * Emits the module with the codecs of a namespace: the functions that decode, encode and redact values of its types, the tags of its
 * unions, and re-exports of its types, its routes and its part of the client.
 */
export function emitCodecs(namespace: Namespace, context: Context): TypeScriptModule {
  const { naming } = context;
  const module = new Module(`src/${codecsModule(namespace, context)}.ts`, sourceName(namespace));
  for (const name of namesOfTypes(namespace, context)) {
    addCodecs(naming.type(name), { kind: "ref", ...name }, module, namespace, context);
    addTags(naming.type(name), tagsOf(name, context), module);
  }
  for (const { route, part, type } of unnamedParts(namespace.routes)) {
    addCodecs(naming.routePart(namespace.name, route, part), type, module, namespace, context);
  }
  addExports(namespace, "./routes.js", module, context);
  return module.finish();
}

/** Returns the names of the types and aliases of a namespace. A fact, because codecs do not depend on what types contain. */
const namesOfTypes = namespaceFact(definitionNames);

/** Returns the tags of a union that everybody may send; none of a struct or an alias. */
const tagsOf = definitionFact((name, { lookup }) =>
  lookup.definition(name).kind === "union"
    ? unionTags({ kind: "ref", ...name }, lookup)
        .filter((tag) => !tag.catchAll && tag.omittedCaller === undefined)
        .map((tag) => tag.name)
    : [],
);

/** Adds the constant that lists the tags of a union, if it has any. */
function addTags(stem: string, tags: readonly string[], module: Module): void {
  if (tags.length > 0) {
    const type = reference("ReadonlyArray", union(tags.map(textType)));
    module.add({ kind: "constant", isExported: true, name: `tagsOf${stem}`, type, value: literal(tags) });
  }
}

function addCodecs(
  stem: string,
  type: Type,
  module: Module,
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
    codec("Decode", "decoder", typeIn("read"), ...(differs(type, context) ? [typeIn("write")] : [])),
    codec("Encode", "encoder", typeIn("write")),
    codec("Redact", "redacter", typeIn("write")),
  );
}

/** Re-exports the routes of a namespace, its part of the client and its types. */
export function addExports(
  namespace: Namespace,
  routes: "./routes.js" | "./lazy-routes.js",
  module: Module,
  context: Context,
): void {
  if (namespace.routes.length > 0) {
    module.add(exportAll(routes));
  }
  if (callableRoutes(namespace, context).length > 0) {
    module.add(exportNames([context.naming.client(namespace.name)], "./client.js"));
  }
  if (namesOfTypes(namespace, context).length > 0) {
    module.add(exportAllTypes("./types.js"));
  }
}
