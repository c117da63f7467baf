/** Thrown for code that the printer does not support. Callers then print the module with ts-morph and prettier. */
export class NotPrintable extends Error {
  constructor(code: string) {
    super(`The printer does not understand this code: ${code}`);
  }
}
