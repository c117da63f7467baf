import { isDigit } from "./character-set.js";

/** Returns the number that decimal digits of any script represent, as Python's `int` does. */
export function decimalValue(text: string): number {
  let value = 0;
  for (const character of text) {
    value = value * 10 + digitValue(character.codePointAt(0) ?? 0);
  }
  return value;
}

/**
 * Returns the value of a digit. Unicode orders the ten digits of a script from zero to nine without gaps, so that the
 * value follows from the position in the sequence of digits.
 */
function digitValue(codePoint: number): number {
  let start = codePoint;
  while (isDigit(start - 1)) {
    start -= 1;
  }
  return (codePoint - start) % 10;
}
