import type { RouteInfo } from "cloud-storage-api";
import { badCall, type Refusal } from "cloud-storage-api/server";

/** Returns the refusal of a field that violates a rule that is not in the specification, worded like a constraint violation. */
export function badField(route: RouteInfo, field: string, expected: string, found: string | number): Refusal {
  return badCall(route, `request body: ${field}: expected ${expected}, found ${found}`);
}
