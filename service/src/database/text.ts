/** Thrown for a string that the database cannot store or find, because the string contains a lone surrogate. */
export class BrokenText extends Error {
  override readonly name = "BrokenText";

  constructor() {
    super("A string must not contain a lone surrogate.");
  }
}

/** Throws a {@link BrokenText} if a value contains a lone surrogate, because it would be stored as a different string. */
export function checkTexts(values: readonly unknown[]): void {
  if (values.some((value) => typeof value === "string" && /\p{Surrogate}/u.test(value))) {
    throw new BrokenText();
  }
}

/** Returns the value as JSON for a column of type `jsonb`. Throws a {@link BrokenText} if it contains a lone surrogate. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  // JSON.stringify writes \ud… only for lone surrogates. A doubled backslash is a backslash in the string itself.
  if (/(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(text)) {
    throw new BrokenText();
  }
  return text;
}
