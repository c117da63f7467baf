/** Returns whether the API accepts a text, which `encode` checks. */
export function accepts(encode: (text: string) => unknown, text: string): boolean {
  try {
    encode(text);
    return true;
  } catch {
    return false;
  }
}
