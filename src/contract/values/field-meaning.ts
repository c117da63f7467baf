import type { Field } from "../../ir/api.js";

/** Whether a field says how long the server is to wait. */
export function isDuration(field: Field | undefined): boolean {
  return /timeout|wait/i.test(field?.name ?? "");
}

/** Whether a field says how many items a page has. */
export function isPageSize(field: Field | undefined): boolean {
  return /(?:^|_)(?:limit|size|count|max|per_page)(?:_|$)/i.test(field?.name ?? "");
}
