/** A text that the database cannot store, and would not find: one of its characters is half of one. */
export class BrokenText extends Error {
  override readonly name = "BrokenText";

  constructor() {
    super("A text must not have half of a character (a surrogate without the other one).");
  }
}

/** Throws a {@link BrokenText} if one of the values is one: it would be stored as another text. */
export function checkTexts(values: readonly unknown[]): void {
  if (values.some((value) => typeof value === "string" && /\p{Surrogate}/u.test(value))) {
    throw new BrokenText();
  }
}

/** The value as JSON for a column of type `jsonb`. Throws a {@link BrokenText} if there is one in it. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  // So it escapes surrogates that are alone, and nothing else; two backslashes are one in the text.
  if (/(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(text)) {
    throw new BrokenText();
  }
  return text;
}
