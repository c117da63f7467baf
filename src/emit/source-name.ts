import type { Namespace } from "../ir/api.js";

/** The source that the header of generated modules of a namespace names. */
export function sourceName(namespace: Pick<Namespace, "name">): string {
  return `the namespace ${namespace.name}`;
}
