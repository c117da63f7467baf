/**
 * Whether two results are the same: plain data, lists, maps and sets by what they hold, in order; everything else, such as
 * definitions, by identity.
 */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) {
    return true;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return areSame(a, b);
  }
  if ((a instanceof Map && b instanceof Map) || (a instanceof Set && b instanceof Set)) {
    return a.size === b.size && areSame([...a], [...b]);
  }
  return isPlain(a) && isPlain(b) && haveSameMembers(a, b);
}

function areSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => isSame(item, b[index]));
}

/** Members in the same order: that of an example is shown to readers. */
function haveSameMembers(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return keys.length === others.length && keys.every((key, index) => key === others[index] && isSame(a[key], b[key]));
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
