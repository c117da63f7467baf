/** A name as it is compared: case does not matter, nor does how letters with accents are put together. */
export function folded(name: string): string {
  // Small letters may have an accented form that the capital ones do not have, such as ǰ.
  return name.normalize("NFC").toLowerCase().normalize("NFC");
}
