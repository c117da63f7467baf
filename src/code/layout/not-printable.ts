/** Thrown for code that our emitters do not normally write. Callers then print the module with ts-morph and prettier. */
export class NotPrintable extends Error {
  constructor(code: string) {
    super(`The printer does not understand this code: ${code}`);
  }
}
