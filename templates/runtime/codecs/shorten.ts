/** Returns the text, with `…` in place of its middle if it is longer than `limit` UTF-16 code units. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) {
    return text;
  }
  const half = Math.floor((limit - 1) / 2);
  // Surrogate pairs are not split.
  const start = text.slice(0, half).replace(/[\ud800-\udbff]$/, "");
  const end = text.slice(text.length - half).replace(/^[\udc00-\udfff]/, "");
  return `${start}…${end}`;
}
