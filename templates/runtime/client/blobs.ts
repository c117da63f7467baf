import type { BlobPart } from "./platform-types.js";

/** Returns a Blob of chunks. */
export function blobOf(chunks: readonly Uint8Array[], type = ""): Blob {
  return new Blob(chunks as readonly BlobPart[] as BlobPart[], { type });
}

/** Returns whether Blobs can be made of bytes. Those of React Native cannot. */
export function canMakeBlobs(): boolean {
  try {
    return blobOf([new Uint8Array()]).size === 0;
  } catch {
    return false;
  }
}
