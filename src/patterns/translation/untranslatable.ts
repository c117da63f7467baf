/** A part of a pattern for which JavaScript has no equivalent. */
export interface Untranslatable {
  /** The reason, as a phrase without a final period. */
  readonly untranslatable: string;
  /** The offset in the pattern, in UTF-16 code units from 0. */
  readonly index: number;
}
