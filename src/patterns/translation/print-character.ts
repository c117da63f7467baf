const escapes = new Map([
  [0x09, "\\t"],
  [0x0a, "\\n"],
  [0x0b, "\\v"],
  [0x0c, "\\f"],
  [0x0d, "\\r"],
]);

/**
 * Returns the source of a character in a regular expression, which is escaped unless it is visible and has no special
 * meaning.
 */
export function printCharacter(
  codePoint: number,
  special: RegExp,
  printEscape: (codePoint: number) => string = printJavaScriptEscape,
): string {
  const character = String.fromCodePoint(codePoint);
  if (special.test(character)) {
    return `\\${character}`;
  }
  return isVisible(character) ? character : (escapes.get(codePoint) ?? printEscape(codePoint));
}

/**
 * Whether a character is better written as itself than by number. Characters that look like others, such as the Kelvin
 * sign, are not.
 */
function isVisible(character: string): boolean {
  return (
    /^(?:[ -~]|(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}])$/u.test(character) &&
    character.normalize("NFKC") === character
  );
}

/** Returns the escape of a character in a literal with the flag `u`. */
function printJavaScriptEscape(codePoint: number): string {
  const hex = codePoint.toString(16);
  if (codePoint <= 0xff) {
    return `\\x${hex.padStart(2, "0")}`;
  }
  // With braces, a surrogate stays alone; written as \ud83d, it would join the next one.
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return codePoint > 0xffff || isSurrogate ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
}
