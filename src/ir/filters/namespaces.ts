import type { Api } from "../api.js";
import { unknownName, type Problems } from "./problems.js";

/** Returns the API in which only these namespaces have routes (CLI-13). Types are not affected. */
export function keepNamespaces(api: Api, names: readonly string[]): Api | Problems {
  return withRoutesWhere(api, names, (name) => names.includes(name));
}

/** Returns the API in which these namespaces have no routes (CLI-13). Types are not affected. */
export function dropNamespaces(api: Api, names: readonly string[]): Api | Problems {
  return withRoutesWhere(api, names, (name) => !names.includes(name));
}

function withRoutesWhere(api: Api, names: readonly string[], keeps: (name: string) => boolean): Api | Problems {
  const known = api.namespaces.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    return { problems: unknown.map((name) => unknownName("namespace", name, known)) };
  }
  const namespaces = api.namespaces.map((namespace) =>
    keeps(namespace.name) ? namespace : { ...namespace, routes: [] },
  );
  return { ...api, namespaces };
}
