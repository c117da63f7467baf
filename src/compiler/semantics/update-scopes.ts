import type { InputMap } from "../queries/input.js";
import type { Queries } from "../queries/queries.js";
import type { Steps } from "../../text/steps.js";
import type * as ast from "../../syntax/ast.js";
import type { Declaration, Declarations, DeclaredNamespace, FragmentNode } from "./declarations.js";
import {
  AliasDefinition,
  AnnotationDefinition,
  AnnotationTypeDefinition,
  RouteDefinition,
  Scope,
  TypeDefinition,
  type Definition,
  type Fragment,
} from "./definitions.js";

/**
 * Updates the definitions, in one step per namespace. The object for a definition is reused if the kind and the name are the same as
 * before.
 */
export function* updateScopes(
  scopes: InputMap<string, Scope>,
  { namespaces }: Declarations,
  queries: Queries,
): Steps<void> {
  const before = scopes.current();
  const updated = new Map<string, Scope>();
  for (const [name, namespace] of namespaces) {
    const scope = before.get(name) ?? new Scope(name, queries);
    updateScope(scope, namespace, queries);
    updated.set(name, scope);
    yield;
  }
  scopes.set(updated);
}

function updateScope(scope: Scope, namespace: DeclaredNamespace, queries: Queries): void {
  if (scope.declared === namespace) {
    return;
  }
  scope.declared = namespace;
  scope.docs.set(namespace.docs);
  scope.brokenNames = namespace.brokenNames;
  const fragments = scope.fragments.current();
  scope.fragments.set(
    new Map(namespace.fragments.map((node) => [node, fragments.get(node) ?? toFragment(node, scope, queries)])),
  );
  const definitions = scope.definitions.current();
  scope.definitions.set(
    mapValues(namespace.definitions, (declaration, name) =>
      updateDefinition(definitions.get(name), declaration, scope, queries),
    ),
  );
  const routes = scope.routes.current();
  scope.routes.set(
    mapValues(namespace.routes, (versions, name) =>
      mapValues(versions, (node, version) => updateRoute(routes.get(name)?.get(version), node, scope, queries)),
    ),
  );
}

function updateDefinition(
  before: Definition | undefined,
  declaration: Declaration,
  scope: Scope,
  queries: Queries,
): Definition {
  const name = declaration.node.name.text;
  switch (declaration.kind) {
    case "type": {
      if (before?.kind !== "type") {
        return new TypeDefinition(scope, name, declaration, queries);
      }
      before.update(declaration);
      return before;
    }
    case "alias": {
      const { node } = declaration;
      const alias = before?.kind === "alias" ? before : new AliasDefinition(scope, name, node, queries);
      alias.node = node;
      return alias;
    }
    case "annotation": {
      const { node } = declaration;
      const annotation = before?.kind === "annotation" ? before : new AnnotationDefinition(scope, name, node, queries);
      annotation.node = node;
      return annotation;
    }
    case "annotation type": {
      const { node } = declaration;
      const type =
        before?.kind === "annotation type" ? before : new AnnotationTypeDefinition(scope, name, node, queries);
      type.node = node;
      return type;
    }
  }
}

function updateRoute(
  before: RouteDefinition | undefined,
  node: ast.Route,
  scope: Scope,
  queries: Queries,
): RouteDefinition {
  const route = before ?? new RouteDefinition(scope, node.name.text, node, queries);
  route.node = node;
  return route;
}

function toFragment(node: FragmentNode, scope: Scope, queries: Queries): Fragment {
  const name = node.name.text;
  switch (node.kind) {
    case "alias":
      return new AliasDefinition(scope, name, node, queries);
    case "route":
      return new RouteDefinition(scope, name, node, queries);
    default:
      return new TypeDefinition(
        scope,
        name,
        { kind: "type", node: toType(node), fields: [...node.fields], examples: [] },
        queries,
      );
  }
}

/**
 * Converts a patch to a struct or union that contains only what the patch declares. Other nodes are returned unchanged.
 */
function toType(node: ast.Struct | ast.Union | ast.Patch): ast.Struct | ast.Union {
  if (node.kind !== "patch") {
    return node;
  }
  const { target, span, extent, name, fields, examples } = node;
  const common = { span, extent, name, fields, examples, parent: undefined, doc: undefined };
  return target === "struct"
    ? { ...common, kind: "struct", subtypes: undefined }
    : { ...common, kind: "union", closed: target === "union_closed" };
}

function mapValues<Key, From, To>(map: ReadonlyMap<Key, From>, change: (value: From, key: Key) => To): Map<Key, To> {
  const changed = new Map<Key, To>();
  map.forEach((value, key) => {
    changed.set(key, change(value, key));
  });
  return changed;
}
