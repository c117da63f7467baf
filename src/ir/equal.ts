/** Whether two pieces of plain data are equal, but for members that are not looked at. */
export function isEqual(a: unknown, b: unknown, isIgnored: (key: string) => boolean = () => false): boolean {
  if (a === b) {
    return true;
  }
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) {
    return Number.isNaN(a) && Number.isNaN(b);
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) {
    return false;
  }
  return keys.every((key) => isIgnored(key) || (Object.hasOwn(b, key) && isEqual(a[key], b[key], isIgnored)));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
