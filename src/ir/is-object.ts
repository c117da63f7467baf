/** Whether a value, such as one of JSON, is an object with members: neither a list nor null. */
export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
