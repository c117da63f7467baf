import type { Api, Namespace, Route } from "../ir/api.js";
import { matchesName } from "../ir/names.js";

/**
 * Returns the API with only the routes that match patterns: a route (`files/copy`, in all versions, or `files/copy:2`) or a
 * namespace (`files`); `*` matches any characters. Without patterns, all routes are retained.
 */
export function keepRoutes(api: Api, patterns: readonly string[] | undefined): Api {
  if (patterns === undefined) {
    return api;
  }
  return {
    ...api,
    namespaces: api.namespaces.map((namespace) => ({
      ...namespace,
      routes: namespace.routes.filter((route) => namesOf(namespace, route).some((name) => isNamed(name, patterns))),
    })),
  };
}

/** Returns the patterns that match no route and no namespace of any of the APIs. */
export function findUnmatched(patterns: readonly string[], ...apis: readonly Api[]): readonly string[] {
  const names = nameRoutes(...apis);
  return patterns.filter((pattern) => !names.some((name) => matchesName(pattern, name)));
}

/** Returns the names that patterns can match: namespaces and routes. */
export function nameRoutes(...apis: readonly Api[]): readonly string[] {
  return apis.flatMap(({ namespaces }) =>
    namespaces.flatMap((namespace) => [
      namespace.name,
      ...namespace.routes.flatMap((route) => namesOf(namespace, route)),
    ]),
  );
}

function namesOf({ name: namespace }: Namespace, { name, version }: Route): readonly string[] {
  return [namespace, `${namespace}/${name}`, `${namespace}/${name}:${version}`];
}

function isNamed(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matchesName(pattern, name));
}

/** Whether a definition that no route reaches belongs to a namespace that matches the patterns. */
export function isInNamespace(subject: string, patterns: readonly string[]): boolean {
  const [namespace = ""] = /^\w+/.exec(subject) ?? [];
  return isNamed(namespace, patterns);
}
