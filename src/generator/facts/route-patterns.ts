import type { Api } from "../../ir/api.js";
import { routeName } from "../../ir/names.js";

/** Whether a string matches a pattern, in which `*` matches any characters. */
export function matchesPattern(pattern: string, text: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "su").test(text);
}

/** Returns the first pattern that matches no route of an API; undefined if there is none. */
export function patternWithoutMatch(patterns: readonly string[], api: Api): string | undefined {
  const names = routeNames(api);
  return patterns.find((pattern) => !names.some((name) => matchesPattern(pattern, name)));
}

/**
 * Returns the names of all routes of an API in the notation of a binding: `files/search`, and `files/search:2` for version 2.
 */
export function routeNames(api: Api): string[] {
  return api.namespaces.flatMap((namespace) => namespace.routes.map((route) => routeName(namespace.name, route)));
}
