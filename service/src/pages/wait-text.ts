/** Returns the sentence that asks users to try again after a number of seconds. */
export function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`} and try again.`;
}
