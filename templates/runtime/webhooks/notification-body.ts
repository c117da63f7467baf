import { Rejection } from "./signature.js";
import type { Bytes } from "./signing-key.js";
import { joinChunks } from "../text/bytes.js";

/** Reads a body. Rejects with a {@link Rejection} if the body is too large or incomplete. */
export async function readBody(request: Request, maxBytes: number): Promise<Bytes> {
  if (Number(request.headers.get("content-length")) > maxBytes) {
    throw tooLarge(maxBytes);
  }
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  try {
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      pieces.push(read.value);
      length += read.value.length;
      if (length > maxBytes) {
        throw tooLarge(maxBytes);
      }
    }
  } catch (thrown) {
    reader?.cancel().catch(() => undefined); // the rest is not needed
    throw thrown instanceof Rejection ? thrown : new Rejection(400, "The body is incomplete", { cause: thrown });
  }
  return joinChunks(pieces);
}

function tooLarge(maxBytes: number): Rejection {
  return new Rejection(413, `The body has more than ${maxBytes} bytes`);
}
