import fc from "fast-check";
import { expect, test } from "vitest";
import { nearestName, Suggestions } from "../../../src/text/diagnostics/nearest-name.js";

test.each([
  ["strct", ["union", "struct", "route"], "struct"],
  ["Strign", ["Struct", "String"], "String"],
  ["file_metadata", ["Metadata", "FileMetadata"], "FileMetadata"],
  ["min_len", ["max_length", "min_length"], "min_length"],
  ["uint64", ["Int64", "UInt64"], "UInt64"],
  ["nmae", ["size", "name"], "name"],
])("%s is taken for one of %j: %s", (name, names, nearest) => {
  expect(nearestName(name, names)).toBe(nearest);
});

test.each([
  ["q", ["t"]],
  ["ab", ["ac"]],
  ["Missing", ["String", "List"]],
  ["length", ["size"]],
  ["", ["a", ""]],
])("%s is taken for none of %j", (name, names) => {
  expect(
    nearestName(
      name,
      names.filter((other) => other !== name),
    ),
  ).toBeUndefined();
});

test("one slip in a name of four letters or more is forgiven", () => {
  const letter = fc.constantFrom(..."abcdefghij".split(""));
  const name = fc.string({ unit: letter, minLength: 4, maxLength: 40 });
  fc.assert(
    fc.property(
      name,
      fc.nat(),
      letter,
      fc.constantFrom("put in", "left out", "replaced", "swapped"),
      (meant, where, other, slip) => {
        const at = where % (meant.length - 1);
        const [before, after] = [meant.slice(0, at), meant.slice(at)];
        const slips = {
          "put in": before + other + after,
          "left out": before + after.slice(1),
          replaced: before + other + after.slice(1),
          swapped: before + (after[1] ?? "") + (after[0] ?? "") + after.slice(2),
        };
        expect(nearestName(slips[slip], ["0000000", meant])).toBe(meant);
      },
    ),
  );
});

test("the nearest of many long names that are alike is found", () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `a_rather_long_name_of_a_type_${index}`);
  expect(nearestName("a_rather_long_nmae_of_a_type_150", names)).toBe("a_rather_long_name_of_a_type_150");
});

test("a run with 20,000 misspelt names looks for a bounded number of them", () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `Name${index}Thing`);
  const suggestions = new Suggestions();
  let looked = 0;
  const found = names.map((_, index) =>
    suggestions.nearest(`Nam${index}Thing`, () => {
      looked++;
      return names;
    }),
  );
  expect(found.slice(0, 50)).not.toContain(undefined);
  expect(found.at(-1)).toBeUndefined();
  expect(looked).toBeLessThan(1000);
});
