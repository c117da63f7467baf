import { readExactly } from "./exact-json.js";

/**
 * Returns a key that is repeated in an object of a JSON text; undefined if there is none. `JSON.parse`, which returned `value`,
 * keeps the last value of a repeated key, but a proxy or gateway may have checked the first (RFC 8259, section 4).
 */
export function repeatedKey(text: string, value: unknown): string | undefined {
  // Counting is cheap. A difference is not a proof, because strings may contain colons or look like keys.
  const members = countMembers(value);
  if (countColons(text) === members || (text.match(/"\s*:/g)?.length ?? 0) === members) {
    return undefined;
  }
  let repeated: string | undefined;
  readExactly(text, (key) => (repeated ??= key));
  return repeated;
}

function countColons(text: string): number {
  let count = 0;
  for (let at = text.indexOf(":"); at >= 0; at = text.indexOf(":", at + 1)) {
    count++;
  }
  return count;
}

/**
 * Returns the number of members of all objects in a value. Iterative, because values may be nested more deeply than the call
 * stack allows.
 */
function countMembers(value: unknown): number {
  let count = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "object" && next !== null) {
      const members: unknown[] = Object.values(next);
      count += Array.isArray(next) ? 0 : members.length;
      for (const member of members) {
        if (typeof member === "object") {
          open.push(member);
        }
      }
    }
  }
  return count;
}
