/** `Uint8Array<ArrayBuffer>`, which TypeScript 5.4 cannot express. */
type Bytes = ReturnType<InstanceType<typeof TextEncoder>["encode"]>;

/** Encodes a string as UTF-8, also on platforms without `TextEncoder`. Lone surrogates become U+FFFD. */
export function utf8(text: string): Bytes {
  if (typeof TextEncoder === "function") {
    return new TextEncoder().encode(text);
  }
  const whole = text.replace(/\p{Surrogate}/gu, "\ufffd");
  const bytes = encodeURIComponent(whole).replace(/%([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Uint8Array.from(bytes, (unit) => unit.charCodeAt(0));
}
