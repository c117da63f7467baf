/** An insertion of text at an offset. */
export interface Edit {
  readonly at: number;
  readonly text: string;
}

/** Returns the text after all edits. Insertions at the same offset are in the given order. */
export function edited(text: string, edits: readonly Edit[]): string {
  const inOrder = [...edits].sort((a, b) => a.at - b.at);
  // From the end, so that earlier offsets stay valid.
  return inOrder.reduceRight((rest, { at, text }) => rest.slice(0, at) + text + rest.slice(at), text);
}
