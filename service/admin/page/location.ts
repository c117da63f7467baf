import { useEffect, useState } from "preact/hooks";

/** A place in the console, which the fragment of the URL names: `#members/<id>?search=bo`. */
interface Place {
  /** The name of a part. */
  readonly part: string;
  /** The id of the detail page; empty for the list. */
  readonly id: string;
  /** The query of the list. */
  readonly query: URLSearchParams;
}

/** Returns the place in the URL. The component is updated when the place changes. */
export function usePlace(): Place {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = (): void => setHash(location.hash);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return readPlace(hash);
}

/** Replaces a place in the URL that does not exist by the list of a part. */
export function replacePlace(part: string): void {
  history.replaceState(null, "", `#${part}`);
}

/** Returns the place that a fragment names. */
export function readPlace(hash: string): Place {
  const [path = "", query = ""] = hash.slice(1).split("?", 2);
  const [part = "", ...id] = path.split("/");
  return { part, id: decodeId(id.join("/")), query: new URLSearchParams(query) };
}

/** Decodes an id in a URL. Returns it unchanged if it is invalid, because the URL has been truncated or edited. */
function decodeId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Returns the fragment of the URL without the query. It identifies the page. */
export function pathOfPlace(): string {
  const [path = ""] = location.hash.split("?", 1);
  return path === "" ? "#members" : path;
}

/** Writes a query into the URL, as a new entry of the history or in place of the current one. */
export function writeQuery(query: URLSearchParams, entry: "new" | "same"): void {
  const text = query.toString();
  const url = `${pathOfPlace()}${text === "" ? "" : `?${text}`}`;
  if (entry === "new") {
    history.pushState(null, "", url);
  } else {
    history.replaceState(null, "", url);
  }
}

/** Returns the URL of the detail page of the item with an id. */
export function hrefFor(part: string, id: string): string {
  return `#${part}/${encodeURIComponent(id)}`;
}

const key = "place";

/** Stores the current place for this tab, so that the user returns to it after the next log-in. */
export function rememberPlace(): void {
  sessionStorage.setItem(key, location.hash);
}

/** Returns to the stored place, once. */
export function returnToPlace(): void {
  const hash = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (hash !== null) {
    history.replaceState(null, "", hash === "" ? location.pathname : hash);
  }
}
