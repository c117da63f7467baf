import { badRequest, type Refusal } from "./refusal.js";
import type { RouteInfo } from "../routes/route.js";
import { withoutStack } from "./without-stack.js";

/** The call does not conform to its route (status 400). The response has the path of the route and the reason. */
export function badCall(route: RouteInfo, reason: string): Refusal {
  return withoutStack(() => badRequest(`Error in call to API function "${route.path}": ${reason}`));
}
