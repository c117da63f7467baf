/** JSON with integers of any size. */
type Json = unknown;
type HasProperty = (smaller: Json) => boolean;

/** The number of characters that all tried forms have in total, and the minimum number of forms that are tried. */
const maxCharacters = 1_000_000;
const maxForms = 120;

/** Thrown after enough forms have been tried. */
class BudgetExhausted extends Error {}

/**
 * Returns a smaller form of a JSON value that still has the property. Tries smaller forms, with large steps first, until
 * none has the property. Tags are left unchanged, because they are words of the specification. The number of forms is
 * limited for long values, so that the time is linear in the length of the value.
 */
export function shrink(value: Json, hasProperty: HasProperty): Json {
  let smallest = value;
  let forms = Math.max(maxForms, maxCharacters / sizeOf(value));
  const tryForm: HasProperty = (smaller) => {
    forms -= 1;
    if (forms < 0) {
      throw new BudgetExhausted();
    }
    const isFound = hasProperty(smaller);
    smallest = isFound ? smaller : smallest;
    return isFound;
  };
  try {
    for (let last; last !== smallest; shrinkOnce(last, tryForm)) {
      last = smallest;
    }
  } catch (thrown) {
    if (!(thrown instanceof BudgetExhausted)) {
      throw thrown;
    }
  }
  return smallest;
}

/** Returns the approximate number of characters in the value's JSON. */
function sizeOf(value: Json): number {
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).reduce((sum, [key, member]) => sum + key.length + sizeOf(member), 2);
  }
  return typeof value === "string" ? value.length + 2 : 4;
}

/** Returns the value with as many parts reduced as possible, one after the other; unchanged if none can be reduced. */
function shrinkOnce(value: Json, hasProperty: HasProperty): Json {
  if (Array.isArray(value)) {
    return shrinkList(value, hasProperty);
  }
  if (typeof value === "object" && value !== null) {
    return shrinkObject(value, hasProperty);
  }
  return smallerScalars(value).find(hasProperty) ?? value;
}

function shrinkList(list: readonly Json[], hasProperty: HasProperty): readonly Json[] {
  const beginning = shortestBeginning(list, hasProperty);
  const [first] = beginning;
  const repeat = (item: Json): readonly Json[] => beginning.map(() => item);
  if (beginning.length > 1 && hasProperty(repeat(first))) {
    // Only the number of items matters.
    const item = shrinkOnce(first, (smaller) => hasProperty(repeat(smaller)));
    return beginning.every((other) => other === item) ? beginning : repeat(item);
  }
  let items = withoutParts(beginning, hasProperty);
  for (const index of items.keys()) {
    const oldItems = items;
    const item = shrinkOnce(oldItems[index], (smaller) => hasProperty(oldItems.with(index, smaller)));
    items = item === oldItems[index] ? oldItems : oldItems.with(index, item);
  }
  return items;
}

function shortestBeginning(list: readonly Json[], hasProperty: HasProperty): readonly Json[] {
  const shorter = smallerLengths(list.length).map((length) => list.slice(0, length));
  const prefix = shorter.find(hasProperty);
  return prefix === undefined ? list : shortestBeginning(prefix, hasProperty);
}

/**
 * Removes as many elements as possible: first halves, then smaller parts, starting from the end, because that does not move
 * other elements.
 */
function withoutParts<Element>(
  elements: readonly Element[],
  hasProperty: (fewer: readonly Element[]) => boolean,
): readonly Element[] {
  let remaining = elements;
  for (let size = elements.length >> 1 || 1; size > 0; size >>= 1) {
    for (let start = remaining.length - size; start > -size; start -= size) {
      const fewer = remaining.toSpliced(Math.max(0, start), start < 0 ? size + start : size);
      remaining = hasProperty(fewer) ? fewer : remaining;
    }
  }
  return remaining;
}

type Members = Readonly<Record<string, Json>>;

function shrinkObject(object: object, hasProperty: HasProperty): object {
  const entries = Object.entries(object) as readonly (readonly [string, Json])[];
  const needed = withoutParts(entries, (fewer) => hasProperty(fromEntries(fewer)));
  let members = needed === entries ? (object as Members) : fromEntries(needed);
  for (const key of Object.keys(members).filter((name) => name !== ".tag")) {
    const oldMembers = members;
    const withMember = (member: Json, name: string): Members =>
      fromEntries(Object.entries(oldMembers).map((entry) => (entry[0] === key ? [name, member] : entry)));
    // Only for keys of maps: a field with another name would be another field.
    const shorter = key === "" ? [] : ["", "a"].filter((name) => !Object.hasOwn(oldMembers, name));
    const shortest = shorter.find((name) => hasProperty(withMember(oldMembers[key], name))) ?? key;
    const member = shrinkOnce(oldMembers[key], (smaller) => hasProperty(withMember(smaller, shortest)));
    members = member === oldMembers[key] && shortest === key ? oldMembers : withMember(member, shortest);
  }
  return members;
}

function fromEntries(entries: readonly (readonly [string, Json])[]): Members {
  return Object.fromEntries(entries);
}

/** Returns smaller forms of a string, a number or another scalar, the smallest first. */
function smallerScalars(value: Json): readonly Json[] {
  if (typeof value === "string") {
    const characters = [...value];
    const plain = characters.map((character) => (character > "a" ? "a" : character)).join("");
    const shorter = smallerLengths(characters.length).map((length) => characters.slice(0, length).join(""));
    return plain === value ? shorter : [...shorter, plain];
  }
  if (typeof value === "bigint" || Number.isSafeInteger(value)) {
    return smallerIntegers(BigInt(value as bigint | number)).map((integer) =>
      Number.isSafeInteger(Number(integer)) ? Number(integer) : integer,
    );
  }
  return typeof value === "number" && value !== 0
    ? [Number.isInteger(value) ? Math.trunc(value / 2) : Math.trunc(value)]
    : [];
}

function smallerLengths(length: number): readonly number[] {
  return smallerIntegers(BigInt(length)).map(Number);
}

/** Returns integers closer to 0: first 0 itself, then each at half the remaining distance to the original. */
function smallerIntegers(value: bigint): readonly bigint[] {
  const smaller: bigint[] = [];
  for (let distance = value; distance !== 0n; distance /= 2n) {
    smaller.push(value - distance);
  }
  return smaller;
}
