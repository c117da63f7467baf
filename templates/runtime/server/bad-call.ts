import { badRequest, type Refusal } from "./refusal.js";
import type { RouteInfo } from "../routes/route.js";
import { withoutStack } from "./without-stack.js";

/** Returns an error for a call that does not conform to its route (status 400). The message contains the route's path. */
export function badCall(route: RouteInfo, reason: string): Refusal {
  return withoutStack(() => badRequest(`Error in call to API function "${route.path}": ${reason}`));
}
