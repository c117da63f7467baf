import type { RouteInfo } from "./route.js";

/** Throws a `TypeError` for a lazy route, which only a program without TypeScript can pass where a complete one is needed. */
export function rejectLazyRoute({ path, name }: Partial<RouteInfo>): void {
  if (name === undefined) {
    throw new TypeError(
      `${path} is a lazy route. Import the complete one, from the subpath of its namespace with /codecs`,
    );
  }
}
