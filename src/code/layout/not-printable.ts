/** Thrown for code that is not of the kind our emitters write; who catches it prints the module in the general way. */
export class NotPrintable extends Error {
  constructor(code: string) {
    super(`The printer does not understand this code: ${code}`);
  }
}
