import { isDigit } from "./character-set.js";

/** Returns the value of a text of decimal digits of any script, as Python's `int` reads it. */
export function decimalValue(text: string): number {
  let value = 0;
  for (const character of text) {
    value = value * 10 + digitValue(character.codePointAt(0) ?? 0);
  }
  return value;
}

/** Unicode orders the ten digits of a script from zero to nine without gaps, so the position in the sequence is the value. */
function digitValue(codePoint: number): number {
  let start = codePoint;
  while (isDigit(start - 1)) {
    start -= 1;
  }
  return (codePoint - start) % 10;
}
