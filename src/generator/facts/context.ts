import type { Api, Name, Namespace, Route } from "../../ir/api.js";
import { Lookup } from "../../ir/walk.js";
import { resolveBinding, type Binding } from "./binding-options.js";
import { Naming } from "./naming.js";
import type { PackageOptions } from "./package-options.js";

/** The state that all emitters of a package share. */
export interface Context {
  readonly api: Api;
  readonly lookup: Lookup;
  readonly naming: Naming;
  /** Whether a type is generated. The schema of route attributes and types that were filtered out are not. */
  readonly hasType: (name: Name) => boolean;
  readonly options: PackageOptions;
  readonly binding: Binding;
  /** The same context without {@link record}; only in a context that records what an emitter reads. */
  readonly unrecorded?: Context;
  readonly record?: (ask: Question, name: Name, answer: unknown) => void;
}

/** A question about an API. */
export type Question = (name: Name, context: Context) => unknown;

/** Returns the context for an API. */
export function createContext(api: Api, options: PackageOptions): Context {
  const lookup = new Lookup(api);
  const generated = new Set(api.namespaces.map(({ name }) => name));
  return {
    api,
    lookup,
    naming: new Naming(options.names),
    hasType: (name) => generated.has(name.namespace) && lookup.has(name),
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
export function hasTypes({ aliases, types }: Namespace): boolean {
  return aliases.length + types.length > 0;
}

/** Returns the names of the aliases of a namespace, then those of its structs and unions. */
export function definitionNames({ name: namespace, aliases, types }: Namespace): Name[] {
  return [...aliases, ...types].map(({ name }) => ({ namespace, name }));
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
