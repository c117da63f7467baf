/** A URL as servers look at it. */
export interface ServerUrl {
  /** Everything up to the query, as it was sent: no escapes are resolved. */
  readonly path: string;
  /** What follows the question mark; empty if nothing does. */
  readonly query: string;
}

/** The parts of a URL. A proxy may have sent the whole of it (RFC 9112, section 3.2.2). */
export function splitUrl(url: string): ServerUrl {
  if (/^\/[^?#]*$/.test(url)) {
    return { path: url, query: "" }; // as nearly always
  }
  const [, path = "", query = ""] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/i.exec(url) ?? [];
  return { path, query };
}

/**
 * The value of a parameter in a query; undefined if there is none. Throws an Error if it is there twice, or is no UTF-8
 * in percent-encoding.
 */
export function queryParameter(query: string, name: string): string | undefined {
  if (query === "") {
    return undefined;
  }
  const values = query.split("&").filter((pair) => pair === name || pair.startsWith(`${name}=`));
  if (values.length > 1) {
    throw new Error("is there more than once");
  }
  try {
    return values[0] && decodeURIComponent(values[0].slice(name.length + 1).replaceAll("+", " "));
  } catch {
    throw new Error("is not UTF-8 in percent-encoding");
  }
}
