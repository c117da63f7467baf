/** Returns the name without `_` and `/`, in lower case (NAME-3). */
export function canonicalName(name: string): string {
  return name.replace(/[_/]/g, "").toLowerCase();
}
