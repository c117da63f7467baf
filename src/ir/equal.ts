/**
 * Whether two values are equal. Plain data, lists, maps and sets are compared by their contents, in order; everything
 * else, such as definitions, by identity. Members of plain data for which `isIgnored` holds are ignored.
 */
export function isEqual(a: unknown, b: unknown, isIgnored: IsIgnored = nothing): boolean {
  if (Object.is(a, b)) {
    return true;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return areEqual(a, b, isIgnored);
  }
  if (a instanceof Set && b instanceof Set) {
    return a.size === b.size && areEqual([...a], [...b], isIgnored);
  }
  if (a instanceof Map && b instanceof Map) {
    return a.size === b.size && haveEqualEntries(a, b, isIgnored);
  }
  return isPlain(a) && isPlain(b) && haveEqualMembers(a, b, isIgnored);
}

type IsIgnored = (key: string) => boolean;

function nothing(): boolean {
  return false;
}

function areEqual(a: readonly unknown[], b: readonly unknown[], isIgnored: IsIgnored): boolean {
  return a.length === b.length && a.every((item, index) => isEqual(item, b[index], isIgnored));
}

function haveEqualEntries(
  a: ReadonlyMap<unknown, unknown>,
  b: ReadonlyMap<unknown, unknown>,
  isIgnored: IsIgnored,
): boolean {
  const others = b.entries();
  for (const [key, value] of a) {
    const [otherKey, other] = others.next().value ?? [];
    if (!isEqual(key, otherKey, isIgnored) || !isEqual(value, other, isIgnored)) {
      return false;
    }
  }
  return true;
}

/** Whether two objects have equal members in the same order, which is visible in examples. */
function haveEqualMembers(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
  isIgnored: IsIgnored,
): boolean {
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return (
    keys.length === others.length &&
    keys.every((key, index) => key === others[index] && (isIgnored(key) || isEqual(a[key], b[key], isIgnored)))
  );
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
