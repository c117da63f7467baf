import { stringCode } from "./string.js";

/** The value of a literal without members. */
export type Scalar = string | number | bigint | boolean | null | undefined;

/** Returns a literal as code. */
export function literalCode(value: Scalar): string {
  switch (typeof value) {
    case "string":
      return stringCode(value);
    case "bigint":
      return `${value.toString()}n`;
    case "number":
      return String(value).replace("e+", "e");
    default:
      return String(value);
  }
}
