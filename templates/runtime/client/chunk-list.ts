import type { BlobPart } from "./platform-types.js";

/** Returns the bytes of all chunks. */
export function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let position = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, position);
    position += chunk.byteLength;
  }
  return bytes;
}

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
