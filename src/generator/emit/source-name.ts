import type { Namespace } from "../../ir/api.js";

/** Returns the source that the headers of a namespace's modules name. */
export function sourceName(namespace: Pick<Namespace, "name">): string {
  return `the namespace ${namespace.name}`;
}
