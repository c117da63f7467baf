/**
 * Returns the form of a name or path for comparisons that ignore case and the composition of accents. Two strings are
 * equal if Unicode's simple case folding (CaseFolding.txt, status C and S) maps their NFC forms to the same string. The result
 * is in lower case, in which every sigma is `σ`. The number of characters does not change: `ß` is not `ss`. There is no
 * locale: `İ` and `ı` are distinct letters. Folding is idempotent.
 */
export function foldCase(text: string): string {
  if (isAscii(text)) {
    return text.toLowerCase();
  }
  // Composed again, because lower-case letters such as ǰ may have a composed form that capital letters do not have.
  return text
    .normalize("NFC")
    .replace(/[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]/gu, foldLetter)
    .normalize("NFC");
}

/** Returns the key of a name that is not part of a path, such as a group name. Trailing spaces are also ignored. */
export function nameKey(name: string): string {
  return foldCase(name.trimEnd());
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

const folds = new Map<string, string>();

function foldLetter(letter: string): string {
  let fold = folds.get(letter);
  if (fold === undefined) {
    fold = findFold(letter);
    folds.set(letter, fold);
  }
  return fold;
}

/**
 * Returns the lower-case letter that represents all letters that differ from `letter` only in case. JavaScript has no function
 * for simple case folding, but regular expressions with the flags `i` and `u` use it. `toLowerCase` alone would distinguish
 * the two sigmas, and convert `İ` to two characters.
 */
function findFold(letter: string): string {
  if (letter === "ﬅ") {
    return "ﬆ"; // the only equal pair that shares no other case; engines before Unicode 15.1 distinguish the two
  }
  const isSame = new RegExp(`^\\u{${letter.codePointAt(0)?.toString(16) ?? ""}}$`, "iu");
  return [letter.toUpperCase().toLowerCase(), letter.toLowerCase()].find((other) => isSame.test(other)) ?? letter;
}
