import type { InputMap } from "../queries/input-map.js";
import type { Queries } from "../queries/queries.js";
import type * as ast from "../syntax/ast.js";
import type { Declaration, Declarations, DeclaredNamespace } from "./declarations.js";
import {
  AliasDefinition,
  AnnotationDefinition,
  AnnotationTypeDefinition,
  RouteDefinition,
  Scope,
  TypeDefinition,
  type Definition,
} from "./definitions.js";

/** Sets what is declared now. What has the kind and the name of something before is the same object as before. */
export function updateScopes(scopes: InputMap<string, Scope>, { namespaces }: Declarations, queries: Queries): void {
  const before = scopes.current();
  scopes.set(
    mapValues(namespaces, (namespace, name) => {
      const scope = before.get(name) ?? new Scope(name, queries);
      updateScope(scope, namespace, queries);
      return scope;
    }),
  );
}

function updateScope(scope: Scope, namespace: DeclaredNamespace, queries: Queries): void {
  scope.docs.set(namespace.docs);
  scope.brokenNames = namespace.brokenNames;
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

function mapValues<Key, From, To>(map: ReadonlyMap<Key, From>, change: (value: From, key: Key) => To): Map<Key, To> {
  return new Map([...map].map(([key, value]) => [key, change(value, key)]));
}
