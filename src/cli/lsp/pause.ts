/** Lets messages be read and answered that have arrived in the meantime (LSP-82). */
export function pause(): Promise<void> {
  return new Promise((resume) => setImmediate(resume));
}
