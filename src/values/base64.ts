/** Whether a string is standard Base64 with padding, whose unused bits are 0 (WIRE-11). */
export function isPaddedBase64(text: string): boolean {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/.test(text);
}
