import type { Namespace } from "../ir/api.js";

/** The source of a namespace's modules, as named in their headers. */
export function sourceName(namespace: Pick<Namespace, "name">): string {
  return `the namespace ${namespace.name}`;
}
