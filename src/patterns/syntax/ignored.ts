import type { Flags } from "./flags.js";
import { fail, type Reader } from "./reader.js";

/** Skips comments such as `(?#…)`. With the flag `x`, also skips white space and the rest of a line after `#`. */
export function skipIgnored(reader: Reader, { verbose }: Flags): void {
  for (;;) {
    const { index, next } = reader;
    if (skipCommentStart(reader)) {
      if (!skipBehind(reader, ")")) {
        fail("the comment is never closed", index);
      }
    } else if (verbose && next === "#") {
      skipBehind(reader, "\n");
    } else if (verbose && next !== undefined && /^[ \t\n\r\v\f]$/.test(next)) {
      reader.take();
    } else {
      return;
    }
  }
}

function skipCommentStart(reader: Reader): boolean {
  return reader.attempt(() => (reader.skip("(") && reader.skip("?") && reader.skip("#")) || undefined) ?? false;
}

/** Skips everything up to and including the terminator. Returns whether it was found. */
function skipBehind(reader: Reader, terminator: string): boolean {
  let token = reader.take();
  while (token !== undefined && token !== terminator) {
    token = reader.take();
  }
  return token !== undefined;
}
