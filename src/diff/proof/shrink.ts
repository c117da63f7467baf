/** JSON with integers of any size. */
type Json = unknown;

/**
 * Tries smaller forms of a JSON value as long as one of them still has the property. Tags stay: they
 * are words of the specification.
 */
export function shrink(value: Json, hasProperty: (smaller: Json) => boolean): Json {
  let best = value;
  for (let hasShrunk = true; hasShrunk;) {
    hasShrunk = false;
    for (const smaller of smallerForms(best)) {
      if (hasProperty(smaller)) {
        best = smaller;
        hasShrunk = true;
        break;
      }
    }
  }
  return best;
}

/** Forms of a value with one part less, or with one part smaller; the smallest first. */
function* smallerForms(value: Json): Generator {
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    for (const index of items.keys()) {
      yield items.filter((_, other) => other !== index);
    }
    for (const [index, item] of items.entries()) {
      for (const smaller of smallerForms(item)) {
        yield items.with(index, smaller);
      }
    }
  } else if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    for (const [key] of entries) {
      yield Object.fromEntries(entries.filter(([other]) => other !== key));
    }
    for (const [key, member] of entries.filter(([other]) => other !== ".tag")) {
      for (const smaller of smallerForms(member)) {
        yield Object.fromEntries(entries.map((entry) => (entry[0] === key ? [key, smaller] : entry)));
      }
    }
    // Keys of maps; fields would not be the same ones.
    for (const [key, member] of entries.filter(([other]) => other !== ".tag" && other !== "")) {
      for (const shorter of ["", "a"].filter((one) => !Object.hasOwn(value, one))) {
        yield Object.fromEntries(entries.map((entry) => (entry[0] === key ? [shorter, member] : entry)));
      }
    }
  } else if (typeof value === "string" && value !== "") {
    const characters = [...value];
    yield* smallerIntegers(BigInt(characters.length)).map((length) => characters.slice(0, Number(length)).join(""));
    if (characters.some((character) => character > "a")) {
      yield characters.map((character) => (character > "a" ? "a" : character)).join("");
    }
  } else if (typeof value === "bigint" || Number.isSafeInteger(value)) {
    yield* smallerIntegers(BigInt(value as bigint | number)).map((integer) =>
      typeof value === "bigint" ? integer : Number(integer),
    );
  } else if (typeof value === "number") {
    yield Number.isInteger(value) ? Math.trunc(value / 2) : Math.trunc(value);
  }
}

/** Integers nearer to 0: 0 itself, then at half the distance to the last one each. */
function smallerIntegers(value: bigint): readonly bigint[] {
  const smaller: bigint[] = [];
  for (let distance = value; distance !== 0n; distance /= 2n) {
    smaller.push(value - distance);
  }
  return smaller;
}
