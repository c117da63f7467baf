/** JSON with integers of any size. */
type Json = unknown;
type HasProperty = (smaller: Json) => boolean;

/**
 * Tries smaller forms of a JSON value as long as one of them still has the property. Tags stay: they
 * are words of the specification.
 */
export function shrink(value: Json, hasProperty: HasProperty): Json {
  let best = value;
  for (let smaller = shrinkOnce(best, hasProperty); smaller !== best; smaller = shrinkOnce(best, hasProperty)) {
    best = smaller;
  }
  return best;
}

/** The value with all parts smaller that can be, one after the other; the value itself if none can. */
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
  const shorter = smallerLengths(list.length).map((length) => list.slice(0, length));
  let items = shorter.find(hasProperty) ?? list;
  // The last ones first, whose removal moves no other.
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const fewer = items.toSpliced(index, 1);
    items = hasProperty(fewer) ? fewer : items;
  }
  for (const index of items.keys()) {
    const others = items;
    const item = shrinkOnce(others[index], (smaller) => hasProperty(others.with(index, smaller)));
    items = item === others[index] ? others : others.with(index, item);
    const alike = items.map(() => item);
    if (items.some((other) => other !== item) && hasProperty(alike)) {
      return alike; // long lists need not be looked at item by item
    }
  }
  return items;
}

type Members = Readonly<Record<string, Json>>;

function shrinkObject(object: object, hasProperty: HasProperty): object {
  let members = object as Members;
  for (const key of Object.keys(members)) {
    const fewer = fromEntries(Object.entries(members).filter(([other]) => other !== key));
    members = hasProperty(fewer) ? fewer : members;
  }
  for (const key of Object.keys(members).filter((name) => name !== ".tag")) {
    const others = members;
    const withMember = (member: Json, name = key): Members =>
      fromEntries(Object.entries(others).map((entry) => (entry[0] === key ? [name, member] : entry)));
    const member = shrinkOnce(others[key], (smaller) => hasProperty(withMember(smaller)));
    members = member === others[key] ? others : withMember(member);
    // Keys of maps; fields would not be the same ones.
    const shorter = key === "" ? [] : ["", "a"].filter((name) => !Object.hasOwn(others, name));
    members = shorter.map((name) => withMember(member, name)).find(hasProperty) ?? members;
  }
  return members;
}

function fromEntries(entries: readonly (readonly [string, Json])[]): Members {
  return Object.fromEntries(entries);
}

/** Smaller forms of a text, a number or another scalar, the smallest first. */
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

/** Integers nearer to 0: 0 itself, then at half the distance to the last one each. */
function smallerIntegers(value: bigint): readonly bigint[] {
  const smaller: bigint[] = [];
  for (let distance = value; distance !== 0n; distance /= 2n) {
    smaller.push(value - distance);
  }
  return smaller;
}
