import type { RouteInfo } from "cloud-storage-api";
import { badRequest, type Refusal } from "cloud-storage-api/server";

/** The answer to a call that is wrong in a way that the specification does not rule out, worded as if it did (status 400). */
export function badCall({ path }: RouteInfo, problem: string): Refusal {
  return badRequest(`Error in call to API function "${path}": ${problem}`);
}

/** The answer where it is a field of the argument that is wrong. */
export function badField(route: RouteInfo, field: string, expected: string, found: string | number): Refusal {
  return badCall(route, `request body: ${field}: expected ${expected}, found ${found}`);
}
