import type { Name } from "../ir/api.js";

/** `files.Metadata` */
export function qualified({ namespace, name }: Name): string {
  return `${namespace}.${name}`;
}
