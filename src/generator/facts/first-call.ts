import { routeName, type VersionedName } from "../../ir/names.js";
import type { Context } from "./context.js";

/** Whether a route is the recommended first call (GUIDE-2), with which examples and lists of routes begin. */
export function isFirstCall(namespace: string, route: VersionedName, { options, binding }: Context): boolean {
  return (options.docs?.firstCall ?? binding.firstCall) === routeName(namespace, route);
}
