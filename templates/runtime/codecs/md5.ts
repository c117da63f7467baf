import { utf8 } from "../text/bytes.js";

/** Bits to rotate by, four per round. */
const rotations: readonly number[] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];

/**
 * Step *i* adds the first 32 bits of the fraction of |sin(i + 1)|. These do not depend on the last bits of a sine, in which engines
 * may differ.
 */
const sines: readonly number[] = /*#__PURE__*/ Array.from({ length: 64 }, (_, step) =>
  Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32),
);

/** Returns the MD5 of a text in UTF-8, as 32 lower-case hex digits (RFC 1321). A lone surrogate counts as U+FFFD. */
export function md5(text: string): string {
  const message = padded(utf8(text));
  const state = { a: 0x67452301, b: 0xefcdab89 | 0, c: 0x98badcfe | 0, d: 0x10325476 };
  for (let block = 0; block < message.byteLength; block += 64) {
    mix(state, message, block);
  }
  return hex(state.a) + hex(state.b) + hex(state.c) + hex(state.d);
}

/** Returns the bytes, a 1 bit, 0 bits, and the number of bits as a 64-bit integer: whole blocks of 64 bytes. */
function padded(bytes: Uint8Array): DataView {
  const message = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setUint32(message.length - 8, bytes.length << 3, true);
  view.setUint32(message.length - 4, Math.floor(bytes.length / 0x2000_0000), true);
  return view;
}

function mix(state: { a: number; b: number; c: number; d: number }, message: DataView, block: number): void {
  let { a, b, c, d } = state;
  for (let step = 0; step < 64; step++) {
    const round = step >> 4;
    let blend: number;
    let word: number;
    if (round === 0) {
      blend = (b & c) | (~b & d);
      word = step;
    } else if (round === 1) {
      blend = (d & b) | (~d & c);
      word = 5 * step + 1;
    } else if (round === 2) {
      blend = b ^ c ^ d;
      word = 3 * step + 5;
    } else {
      blend = c ^ (b | ~d);
      word = 7 * step;
    }
    const sum = (a + blend + (sines[step] ?? 0) + message.getInt32(block + (word & 15) * 4, true)) | 0;
    const by = rotations[round * 4 + (step & 3)] ?? 0;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << by) | (sum >>> (32 - by)))) | 0;
  }
  state.a = (state.a + a) | 0;
  state.b = (state.b + b) | 0;
  state.c = (state.c + c) | 0;
  state.d = (state.d + d) | 0;
}

/** Returns the bytes of a 32-bit word as hexadecimal digits, lowest byte first. */
function hex(word: number): string {
  const reversed = ((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
  return (reversed >>> 0).toString(16).padStart(8, "0");
}
