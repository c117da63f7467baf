import type { Route, Type } from "../../ir/api.js";
import type { VersionedName } from "../../ir/names.js";

export type RoutePart = "arg" | "result" | "error";

/**
 * A part of a route whose type has no name in the specification. Its codecs and its check are named after the route.
 */
export interface UnnamedPart {
  readonly route: VersionedName;
  readonly part: RoutePart;
  readonly type: Type;
}

/** Returns the parts of routes that have their own codecs. The codecs of Void are in the runtime. */
export function unnamedParts(routes: readonly Route[]): UnnamedPart[] {
  return routes.flatMap((route) =>
    (["arg", "result", "error"] as const)
      .map((part) => ({ route: { name: route.name, version: route.version }, part, type: route[part] }))
      .filter(({ type }) => type.kind !== "ref" && type.kind !== "void"),
  );
}
