/** The parts of a URL that a server needs. */
export interface ServerUrl {
  /** Everything before the query, as it was sent, without decoding. */
  readonly path: string;
  /** Everything between the question mark and the fragment; empty if there is nothing. */
  readonly query: string;
}

/** Splits a URL, which a proxy may have sent in absolute form (RFC 9112, section 3.2.2). */
export function splitUrl(url: string): ServerUrl {
  if (/^\/[^?#]*$/.test(url)) {
    return { path: url, query: "" }; // the most common case
  }
  const [, path = "", query = ""] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/i.exec(url) ?? [];
  return { path, query };
}

/**
 * Returns the value of a query parameter; undefined if it is missing. Throws an Error if it is repeated, or if it is not
 * percent-encoded UTF-8.
 */
export function queryParameter(query: string, name: string): string | undefined {
  if (query === "") {
    return undefined;
  }
  const values = query.split("&").filter((pair) => pair === name || pair.startsWith(`${name}=`));
  if (values.length > 1) {
    throw new Error("occurs more than once");
  }
  try {
    return values[0] && decodeURIComponent(values[0].slice(name.length + 1).replaceAll("+", " "));
  } catch {
    throw new Error("is not UTF-8 in percent-encoding");
  }
}
