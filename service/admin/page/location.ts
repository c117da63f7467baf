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

/** The place in the URL, updated when it changes. */
export function usePlace(): Place {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = (): void => setHash(location.hash);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return readPlace(hash);
}

/** Replaces the place in the URL, where it names nothing, by the list of a part. */
export function replacePlace(part: string): void {
  history.replaceState(null, "", `#${part}`);
}

/** The place that a fragment names. */
export function readPlace(hash: string): Place {
  const [path = "", query = ""] = hash.slice(1).split("?", 2);
  const [part = "", ...id] = path.split("/");
  return { part, id: decodeId(id.join("/")), query: new URLSearchParams(query) };
}

/** An id in a URL that somebody may have cut off or edited: then it names nothing that exists. */
function decodeId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** The fragment of the URL without its query: what the page is about. */
export function pathOfPlace(): string {
  const [path = ""] = location.hash.split("?", 1);
  return path === "" ? "#members" : path;
}

/** Writes a query into the URL, as a new entry in the history or in place of the present one. */
export function writeQuery(query: URLSearchParams, entry: "new" | "same"): void {
  const text = query.toString();
  const url = `${pathOfPlace()}${text === "" ? "" : `?${text}`}`;
  if (entry === "new") {
    history.pushState(null, "", url);
  } else {
    history.replaceState(null, "", url);
  }
}

/** The URL of the page about one thing. */
export function hrefFor(part: string, id: string): string {
  return `#${part}/${encodeURIComponent(id)}`;
}
