import type * as ast from "../../syntax/ast.js";

/** Returns the offset after the closing parenthesis of a route's types. */
export function endOfRouteTypes({ types: { arg, result, error } }: ast.Route): number {
  const { text } = arg.extent.source;
  const last = Math.max(arg.extent.end, result.extent.end, error.extent.end);
  return text.indexOf(")", last) + 1;
}
