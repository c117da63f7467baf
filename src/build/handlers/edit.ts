/** A text that is put in at a place. */
export interface Edit {
  readonly at: number;
  readonly text: string;
}

/** The text with all edits; of those at the same place the first one comes first. */
export function edited(text: string, edits: readonly Edit[]): string {
  const inOrder = [...edits].sort((a, b) => a.at - b.at);
  // From the end, so that places stay where they are.
  return inOrder.reduceRight((rest, { at, text }) => rest.slice(0, at) + text + rest.slice(at), text);
}
