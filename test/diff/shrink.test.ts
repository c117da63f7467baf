import { expect, test } from "vitest";
import { shrink } from "../../src/diff/proof/shrink.js";

interface Path {
  readonly path: string;
  readonly name: string;
}

const entry = (index: number): Path => ({ path: `/folder/${index}`, name: `name ${index}` });
const entries = (count: number): readonly Path[] => Array.from({ length: count }, (_, index) => entry(index));
const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
const keysOf = (value: unknown): readonly string[] => Object.keys(value as object);

const all = (value: unknown, count: number): boolean => lengthOf(value) >= count;

/** Values of a size, and what they must keep. */
const kinds: Readonly<Record<string, (size: number) => readonly [unknown, (value: unknown) => boolean]>> = {
  "a list that must be so long": (size) => [entries(size), (value) => all(value, size)],
  "a list of which one item matters": (size) => [
    entries(size),
    (value) => JSON.stringify(value).includes(`name ${size >> 1}`),
  ],
  "a list of which all items matter": (size) => [
    entries(size),
    (value) => all(value, size) && new Set((value as Path[]).map(({ path }) => path)).size === size,
  ],
  "lists in lists": (size) => [
    Array.from({ length: size >> 4 }, () => entries(16)),
    (value) => all(value, size >> 4) && (value as unknown[]).every((inner) => all(inner, 16)),
  ],
  "a map that must have so many keys": (size) => [
    Object.fromEntries(entries(size).map(({ path }) => [path, 1])),
    (value) => keysOf(value).length >= size,
  ],
  "a text that must be so long": (size) => [
    "x".repeat(size * 32),
    (value) => typeof value === "string" && value.length >= size * 32,
  ],
};

test.each(Object.keys(kinds))("making a message smaller takes linear time: %s", (kind) => {
  const workOf = (size: number): number => {
    const [value, keeps] = kinds[kind]?.(size) ?? [];
    let work = 0;
    shrink(value, (smaller) => {
      work += JSON.stringify(smaller).length;
      return keeps?.(smaller) === true;
    });
    return work;
  };
  const [small, large] = [workOf(500), workOf(2000)];
  expect(large).toBeLessThan(6 * small);
});

test("the smallest form is found of a long list, and of a short one with few that matter", () => {
  expect(shrink(entries(3000), (value) => all(value, 1001))).toEqual(Array.from({ length: 1001 }, () => ({})));
  const hasTwo = (value: unknown): boolean =>
    [3, 17].every((index) => JSON.stringify(value).includes(`"name":"name ${index}"`));
  expect(shrink(entries(20), hasTwo)).toEqual([{ name: "name 3" }, { name: "name 17" }]);
  expect(shrink(entries(400), (value) => JSON.stringify(value).includes('"name":"name 217"'))).toEqual([
    { name: "name 217" },
  ]);
});
