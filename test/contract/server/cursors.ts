import type { Exports } from "../../support/packages.js";

/** Cursors that hold the place in a list, so that the server keeps nothing for them. */
export interface Cursors {
  /** A cursor of a list with values that say where the next page begins. */
  write(list: string, ...place: readonly (string | number)[]): string;
  /** The values of a cursor. Throws the route's error for one that was not written for this list. */
  read(list: string, cursor: string, route: unknown): string[];
}

export function createCursors({ routeError }: Exports): Cursors {
  return {
    write: (...place) => Buffer.from(JSON.stringify(place)).toString("base64url"),
    read: (list, cursor, route) => {
      const [of, ...place] = parse(cursor);
      if (of !== list) {
        throw routeError(route, { ".tag": "invalid_cursor" });
      }
      return place.map(String);
    },
  };
}

function parse(cursor: string): unknown[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(place) ? place : [];
  } catch {
    return [];
  }
}
