import { useEffect, useState } from "preact/hooks";

/** A place in the console. It is the fragment of the URL: `#members/<id>?search=bo`. */
export interface Place {
  /** The name of a part. */
  readonly part: string;
  /** The id of the detail page; empty for the list. */
  readonly id: string;
  /** The query of the list. */
  readonly query: URLSearchParams;
}

/** Returns the place in the URL, updated when it changes. */
export function usePlace(): Place {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = (): void => setHash(location.hash);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return readPlace(hash);
}

/** Replaces the place in the URL, which does not exist, with the list of a part. */
export function replacePlace(part: string): void {
  history.replaceState(null, "", `#${part}`);
}

/** Returns the place that a fragment names. */
export function readPlace(hash: string): Place {
  const [path = "", query = ""] = hash.slice(1).split("?", 2);
  const [part = "", ...id] = path.split("/");
  return { part, id: decodeId(id.join("/")), query: new URLSearchParams(query) };
}

/** Decodes an id in a URL. The URL may have been truncated or edited: then the text is returned as it is. */
function decodeId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Returns the fragment of the URL without its query, which identifies the page. */
export function pathOfPlace(): string {
  const [path = ""] = location.hash.split("?", 1);
  return path === "" ? "#members" : path;
}

/** Writes a query into the URL, as a new entry in the history or in place of the current one. */
export function writeQuery(query: URLSearchParams, entry: "new" | "same"): void {
  const text = query.toString();
  const url = `${pathOfPlace()}${text === "" ? "" : `?${text}`}`;
  if (entry === "new") {
    history.pushState(null, "", url);
  } else {
    history.replaceState(null, "", url);
  }
}

/** Returns the URL of the detail page with an id. */
export function hrefFor(part: string, id: string): string {
  return `#${part}/${encodeURIComponent(id)}`;
}
