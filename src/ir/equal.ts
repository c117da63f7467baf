/** Whether two pieces of plain data are equal, with their members in the same order, but for members that are not looked at. */
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
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return (
    keys.length === others.length &&
    keys.every((key, index) => key === others[index] && (isIgnored(key) || isEqual(a[key], b[key], isIgnored)))
  );
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
