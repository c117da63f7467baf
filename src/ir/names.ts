import type { Api, Name, Route } from "./api.js";

/** The name and the version of a route. */
export type VersionedName = Pick<Route, "name" | "version">;

/** Returns the name of a type with its namespace: `files.Metadata`. */
export function qualified({ namespace, name }: Name): string {
  return `${namespace}.${name}`;
}

/** Returns the name of a route as Stone writes it: `copy`, or `copy:2` for a version other than 1. */
export function versioned({ name, version }: VersionedName): string {
  return version === 1 ? name : `${name}:${version}`;
}

/** Returns the name of a route with its namespace: `files/copy`, `files/copy:2`. */
export function routeName(namespace: string, route: VersionedName): string {
  return `${namespace}/${versioned(route)}`;
}

/** Returns the routes of an API by name, as {@link routeName} returns it. */
export function routesByName({ namespaces }: Api): ReadonlyMap<string, Route> {
  return new Map(
    namespaces.flatMap(({ name, routes }) => routes.map((route) => [routeName(name, route), route] as const)),
  );
}

/** Returns the parts of a route's name with its namespace: of `files/copy:2`, which {@link routeName} returns. */
export function parseRouteName(name: string): VersionedName & { readonly namespace: string } {
  const [, namespace = "", route = "", version = "1"] = /^([^/]*)\/(.*?)(?::(\d+))?$/.exec(name) ?? [];
  return { namespace, name: route, version: Number(version) };
}

/** The namespace that is the schema of route attributes (ATTR-1). */
export const schemaNamespace = "stone_cfg";

/** The struct whose fields are the attributes of routes. */
export const schemaName: Name = { namespace: schemaNamespace, name: "Route" };

/** Whether a name or another text matches a pattern, in which `*` matches any characters. */
export function matchesName(pattern: string, name: string): boolean {
  const source = pattern.split("*").map((text) => text.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  return new RegExp(`^${source.join(".*")}$`, "s").test(name);
}

/** Returns a name in lower_snake_case: `createdAt` becomes `created_at`. Rules that know fields by name see both spellings. */
export function toSnakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
}

/** Whether a name is lower_snake_case. */
export function isSnakeCase(name: string): boolean {
  return /^[a-z][a-z0-9_]*$/.test(name) && !name.includes("__") && !name.endsWith("_");
}
