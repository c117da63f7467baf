import type { RouteInfo } from "cloud-storage-api";
import { badCall, type Refusal } from "cloud-storage-api/server";

/** The answer to a field that is wrong in a way that the specification does not rule out, worded as if it did. */
export function badField(route: RouteInfo, field: string, expected: string, found: string | number): Refusal {
  return badCall(route, `request body: ${field}: expected ${expected}, found ${found}`);
}
