import { badRequest, type Refusal } from "./refusal.js";
import type { RouteInfo } from "../routes/route.js";

/** The call is not as its route asks (status 400): the caller reads the path of the route, and the reason. */
export function badCall(route: RouteInfo, reason: string): Refusal {
  return badRequest(`Error in call to API function "${route.path}": ${reason}`);
}
