import type { Field } from "../../ir/api.js";

/** Whether the name of a field suggests a time for which the server waits. */
export function isDuration(field: Field | undefined): boolean {
  return /timeout|wait/i.test(field?.name ?? "");
}

/** Whether the name of a field suggests a page size. */
export function isPageSize(field: Field | undefined): boolean {
  return /(?:^|_)(?:limit|size|count|max|per_page)(?:_|$)/i.test(field?.name ?? "");
}
