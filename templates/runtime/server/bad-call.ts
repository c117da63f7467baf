import { badRequest, type Refusal } from "./refusal.js";
import type { RouteInfo } from "../routes/route.js";

/** The answer to a call that is not as its route asks (status 400). */
export function badCall(route: RouteInfo, reason: string): Refusal {
  return badRequest(`Error in call to API function "${route.path}": ${reason}`);
}
