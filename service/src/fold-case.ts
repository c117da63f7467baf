/**
 * A name or path as it is compared: without regard to case, and to how letters with accents are put together. Equal
 * are texts of which Unicode's simple case folding (CaseFolding.txt, status C and S) makes the same, after they are composed
 * (NFC); the result is in lower case, so it shows `σ` for all sigmas. The length of a name in characters stays: `ß` is not
 * `ss`. There is no locale: `İ` and `ı` are letters of their own. Folding the result again changes nothing.
 */
export function foldCase(text: string): string {
  if (isAscii(text)) {
    return text.toLowerCase();
  }
  // Composed again: small letters may have an accented form that the capital ones do not have, such as ǰ.
  return text
    .normalize("NFC")
    .replace(/[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]/gu, foldLetter)
    .normalize("NFC");
}

/** The key of a name that is no part of a path, such as that of a group: spaces at its end do not count either. */
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
 * The letter in lower case that stands for all that differ from this one by case only. JavaScript has no function for simple
 * case folding, but its regular expressions with the flags `i` and `u` compare by it; `toLowerCase` alone keeps the two
 * sigmas apart, and makes two characters of `İ`.
 */
function findFold(letter: string): string {
  if (letter === "ﬅ") {
    return "ﬆ"; // the only two that have no other case in common; engines before Unicode 15.1 keep them apart
  }
  const isSame = new RegExp(`^\\u{${letter.codePointAt(0)?.toString(16) ?? ""}}$`, "iu");
  return [letter.toUpperCase().toLowerCase(), letter.toLowerCase()].find((other) => isSame.test(other)) ?? letter;
}
