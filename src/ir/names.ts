import type { Name, Route } from "./api.js";

/** The version of a route that is meant. */
export type VersionedName = Pick<Route, "name" | "version">;

/** The name of a type with its namespace: `files.Metadata`. */
export function qualified({ namespace, name }: Name): string {
  return `${namespace}.${name}`;
}

/** The name of a route as Stone writes it: `copy`, or `copy:2` for a version other than 1. */
export function versioned({ name, version }: VersionedName): string {
  return version === 1 ? name : `${name}:${version}`;
}

/** The same with its namespace: `files/copy`, `files/copy:2`. */
export function routeName(namespace: string, route: VersionedName): string {
  return `${namespace}/${versioned(route)}`;
}
