import type { Name } from "../ir/api.js";

/** The name of a type with its namespace: `files.Metadata`. */
export function qualified({ namespace, name }: Name): string {
  return `${namespace}.${name}`;
}
