/** A text of at most `limit` UTF-16 code units: a longer one has `…` in place of its middle. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) {
    return text;
  }
  const half = Math.floor((limit - 1) / 2);
  // No half of a surrogate pair may be left over.
  const start = text.slice(0, half).replace(/[\ud800-\udbff]$/, "");
  const end = text.slice(text.length - half).replace(/^[\udc00-\udfff]/, "");
  return `${start}…${end}`;
}
