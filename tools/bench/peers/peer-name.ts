import type { Name } from "../../../src/ir/api.js";

/** Returns the name of a type in the schemas of peers, such as `files_FileMetadata`. */
export function peerName({ namespace, name }: Name): string {
  return `${namespace}_${name}`;
}
