import type { Namespace, Route, Type } from "../ir/api.js";

/**
 * A part of a route whose type has no name in the specification: its codecs and its check are named after the route.
 */
export interface UnnamedPart {
  readonly route: Route;
  readonly part: "arg" | "result" | "error";
  readonly type: Type;
}

/** The parts of the routes of a namespace with their own codecs. The codecs of Void are in the runtime. */
export function unnamedParts({ routes }: Namespace): UnnamedPart[] {
  return routes.flatMap((route) =>
    (["arg", "result", "error"] as const)
      .map((part) => ({ route, part, type: route[part] }))
      .filter(({ type }) => type.kind !== "ref" && type.kind !== "void"),
  );
}
