/** Returns an entity tag with quotes, as in a header. Throws an Error for an invalid tag (RFC 9110, section 8.8.3). */
export function quotedTag(tag: string): string {
  const quoted = /^(W\/)?".*"$/s.test(tag) ? tag : `"${tag}"`;
  if (!/^(W\/)?"[\x21\x23-\x7e]*"$/.test(quoted)) {
    throw new Error(`${JSON.stringify(tag)} is not a valid entity tag`);
  }
  return quoted;
}

/** Returns whether `If-Match` requires other content; tags compare strongly (RFC 9110, section 13.1.1). */
export function requiresOther(ifMatch: string | undefined, tag: string | undefined): boolean {
  if (ifMatch === undefined || ifMatch.trim() === "*") {
    return false;
  }
  const tags: readonly string[] = ifMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tag === undefined || tag.startsWith("W/") || !tags.includes(tag);
}

/** Returns whether `If-None-Match` matches the content; tags compare weakly (RFC 9110, section 13.1.2). */
export function hasAlready(ifNoneMatch: string | undefined, tag: string | undefined): boolean {
  if (ifNoneMatch?.trim() === "*") {
    return true;
  }
  const tags: readonly string[] = ifNoneMatch?.match(/"[^"]*"/g) ?? [];
  return tag !== undefined && tags.includes(tag.replace(/^W\//, ""));
}

/** Returns whether `If-Range` allows a range; tags compare strongly, and a date never matches (RFC 9110, section 13.1.5). */
export function allowsRange(ifRange: string | undefined, tag: string | undefined): boolean {
  return ifRange === undefined || (ifRange.trim() === tag && !tag.startsWith("W/"));
}
