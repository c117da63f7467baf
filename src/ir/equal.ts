/** Whether two pieces of plain data are equal, but for members that are not looked at. */
export function isEqual(a: unknown, b: unknown, isIgnored: (key: string) => boolean = nothing): boolean {
  if (a === b) {
    return true;
  }
  if (!isObject(a) || !isObject(b)) {
    return Number.isNaN(a) && Number.isNaN(b);
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && areEqual(a, b, isIgnored);
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) {
    return false;
  }
  for (const key of keys) {
    if (!isIgnored(key) && !(Object.hasOwn(b, key) && isEqual(a[key], b[key], isIgnored))) {
      return false;
    }
  }
  return true;
}

function areEqual(a: readonly unknown[], b: readonly unknown[], isIgnored: (key: string) => boolean): boolean {
  return a.length === b.length && a.every((item, index) => isEqual(item, b[index], isIgnored));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function nothing(): boolean {
  return false;
}
