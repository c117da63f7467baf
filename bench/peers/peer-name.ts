import type { Name } from "../../src/ir/api.js";

/** What a type is called in the schemas of peers, `files_FileMetadata`. */
export function peerName({ namespace, name }: Name): string {
  return `${namespace}_${name}`;
}
