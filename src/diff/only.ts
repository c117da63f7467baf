import type { Api } from "../ir/api.js";
import { matchesName } from "../ir/matches-name.js";

/**
 * The API with those routes only that patterns name: a route (`files/copy`, in all versions, or `files/copy:2`) or a
 * namespace (`files`); `*` stands for any text. Without patterns, the API with all routes.
 */
export function keepRoutes(api: Api, patterns: readonly string[] | undefined): Api {
  if (patterns === undefined) {
    return api;
  }
  return {
    ...api,
    namespaces: api.namespaces.map((namespace) => ({
      ...namespace,
      routes: namespace.routes.filter(({ name, version }) =>
        patterns.some((pattern) =>
          [namespace.name, `${namespace.name}/${name}`, `${namespace.name}/${name}:${version}`].some((route) =>
            matchesName(pattern, route),
          ),
        ),
      ),
    })),
  };
}

/** Whether a definition that no route reaches belongs to a namespace which patterns name. */
export function isInNamespace(subject: string, patterns: readonly string[]): boolean {
  const [namespace = ""] = /^\w+/.exec(subject) ?? [];
  return patterns.some((pattern) => matchesName(pattern, namespace));
}
