/** The present time in the format of the type `Moment`. */
export function now(): string {
  return new Date().toISOString().replace(/\.\d+/, "");
}
