import type { Api, Name, Namespace, Route } from "../../ir/api.js";
import { resolveBinding, type Binding } from "./binding-options.js";
import { Lookup } from "../../ir/walk.js";
import { createQueries } from "../../compiler/queries/create-queries.js";
import type { Queries } from "../../compiler/queries/queries.js";
import { ApiData, type DefinitionData } from "./api-data.js";
import type { PackageOptions } from "./package-options.js";
import { Naming } from "./naming.js";
import { RecordedLookup } from "./recorded-lookup.js";
import { Views } from "./views.js";

/** The state that all emitters of a package share. */
export interface Context {
  readonly api: Api;
  /** The same API as input of queries. */
  readonly data: ApiData;
  readonly queries: Queries;
  readonly lookup: Lookup;
  readonly naming: Naming;
  /** Whether a type is generated. The schema of route attributes and types that were filtered out are not. */
  readonly hasType: (name: Name) => boolean;
  readonly views: Views;
  readonly options: PackageOptions;
  readonly binding: Binding;
}

/** Returns the context for an API that does not change. */
export function createContext(api: Api, options: PackageOptions): Context {
  const queries = createQueries("once");
  return contextOf(api, new ApiData(queries, api), queries, new Lookup(api), options);
}

/** Returns the context for an API that changes, which records what emitters read. */
export function recordingContext(data: ApiData, queries: Queries, options: PackageOptions): Context {
  return contextOf(data, data, queries, new RecordedLookup(data, queries), options);
}

function contextOf(api: Api, data: ApiData, queries: Queries, lookup: Lookup, options: PackageOptions): Context {
  const isDefined = queries.query(
    ({ definition, namespace }: DefinitionData) =>
      definition !== undefined && data.namespaces.some(({ name }) => name === namespace),
  );
  return {
    api,
    data,
    queries,
    lookup,
    naming: new Naming(options.names),
    hasType: (name) => isDefined.get(data.definition(name)),
    views: new Views(data, lookup, queries),
    options,
    binding: resolveBinding(options.binding),
  };
}

/** Returns the style of a route: `rpc`, `upload`, `download`, or an unknown style. */
export function routeStyle(route: Route, { binding }: Pick<Context, "binding">): string {
  return attributeText(route, binding.attributes.style) ?? "rpc";
}

/** Returns the callable routes of a namespace, which are those with a known style. */
export function callableRoutes(namespace: Namespace, { binding }: Context): Route[] {
  return namespace.routes.filter((route) => hasKnownStyle(route, binding));
}

export const routeStyles: readonly string[] = ["rpc", "upload", "download"];

/** Whether clients and servers support the style of a route. */
export function hasKnownStyle(route: Route, { attributes }: Binding): boolean {
  return routeStyles.includes(attributeText(route, attributes.style) ?? "rpc");
}

/** Returns the namespaces that have callable routes. */
export function callableNamespaces(context: Context): Namespace[] {
  return context.api.namespaces.filter((namespace) => callableRoutes(namespace, context).length > 0);
}

/** Whether a namespace defines types or aliases. */
export function hasTypes({ name }: Pick<Namespace, "name">, { data }: Context): boolean {
  return data.namespace(name).definitions.length > 0;
}

/** Returns the value of a route attribute as a string, or its tag if it is a union; undefined if it is not set. */
export function attributeText(route: Route, name: string): string | undefined {
  const value = Object.hasOwn(route.attributes, name) ? route.attributes[name] : undefined;
  const text = typeof value === "object" ? value?.tag : value;
  return text === undefined ? undefined : String(text);
}

/** Returns the kinds of authentication that a route accepts; empty if the specification does not define them. */
export function authenticationKinds(route: Route, { binding }: Pick<Context, "binding">): string[] {
  const text = attributeText(route, binding.attributes.auth);
  return text === undefined ? [] : text.split(",").map((kind) => kind.trim());
}

/** Returns the permission that a route needs; undefined if it needs none. */
export function permissionOf(route: Route, { binding }: Pick<Context, "binding">): string | undefined {
  const text = attributeText(route, binding.attributes.permission);
  return text === "" || text === "null" ? undefined : text;
}

export function nameIn(namespace: Pick<Namespace, "name">, name: string): Name {
  return { namespace: namespace.name, name };
}
