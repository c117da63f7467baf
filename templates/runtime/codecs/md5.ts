import { utf8 } from "../text/utf8.js";
/** Bits to rotate by, four per round. */
const rotations: readonly number[] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];

/**
 * Step *i* adds the first 32 bits of the fraction of |sin(i + 1)|. They are written out, because engines may differ in the
 * last bit.
 */
// prettier-ignore
const sines: readonly number[] = [
  0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
  0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
  0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
  0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
  0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
  0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
  0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
  0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
];

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
