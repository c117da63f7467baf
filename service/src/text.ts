/** A name as it is compared: case does not matter, nor does how letters with accents are put together. */
export function folded(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
