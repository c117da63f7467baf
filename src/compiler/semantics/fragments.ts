import { schemaNamespace } from "../../ir/names.js";
import type { Query } from "../queries/query.js";
import type * as ast from "../../syntax/ast.js";
import type { Defaults } from "./defaults.js";
import type { Fragment, RouteDefinition, Scope, TypeDefinition } from "./definitions.js";
import { DocReader } from "./docs.js";
import { checkFieldNames, type Fields } from "./fields.js";
import type { Parents } from "./inherit.js";
import { type Program } from "./program.js";
import type { Resolver } from "./resolve.js";
import type { Routes } from "./routes.js";

interface Passes {
  readonly program: Program;
  readonly resolver: Resolver;
  readonly fields: Fields;
  readonly parents: Parents;
  readonly defaults: Defaults;
  readonly routes: Routes;
}

/**
 * Reports errors in the readable lines of definitions with syntax errors, except for errors that unreadable lines may
 * cause. Examples are not checked, and nothing is reported as missing.
 */
export function checkFragments(passes: Passes): Query<Scope, undefined> {
  const docs = new DocReader(passes.program, passes.resolver, passes.fields, passes.parents);
  const check = passes.program.queries.query((fragment: Fragment) => {
    switch (fragment.kind) {
      case "alias":
        checkType(fragment.scope, fragment.node.type, passes);
        break;
      case "route":
        checkRoute(fragment, passes, docs);
        break;
      case "type":
        checkBody(fragment, passes, docs);
    }
    return undefined;
  });
  return passes.program.queries.query((scope) => {
    for (const fragment of scope.fragments.values()) {
      check.get(fragment);
    }
    return undefined;
  });
}

function checkRoute(route: RouteDefinition, { routes }: Passes, docs: DocReader): void {
  const { scope, node } = route;
  if (node.types.arg.name.text !== "") {
    routes.get(route);
  }
  docs.read(node.doc, { scope, checked: true });
}

function checkBody(type: TypeDefinition, passes: Passes, docs: DocReader): void {
  const { scope, node } = type;
  const checked = scope.name !== schemaNamespace;
  docs.read(node.doc, { scope, type, checked });
  checkType(scope, node.parent, passes);
  checkFieldNames(type, passes.program, passes.fields, passes.parents);
  for (const field of passes.fields.get(type)) {
    passes.defaults.get(field);
    docs.read(type.fields[field.index]?.doc, { scope, type, checked });
  }
}

function checkType(scope: Scope, ref: ast.TypeRef | undefined, { resolver }: Passes): void {
  // A type that cannot be read has no name.
  if (ref !== undefined && ref.name.text !== "") {
    resolver.type(scope, ref);
  }
}
