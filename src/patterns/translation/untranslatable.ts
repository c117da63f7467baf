/** Something in a pattern that JavaScript cannot do as Python does. */
export interface Untranslatable {
  /** Why, as a phrase without a full stop. */
  readonly untranslatable: string;
  /** Where in the pattern, in UTF-16 code units from 0. */
  readonly index: number;
}
