import { expect, test } from "vitest";
import { nearestName } from "../../../templates/runtime/codecs/nearest-name.js";

test.each([
  ["nme", ["size", "name"], "name"],
  ["displayName", ["name", "display_name"], "display_name"],
  ["DISPLAY_NAME", ["name", "display_name"], "display_name"],
  ["d_i_s_p_l_a_y", ["display"], "display"],
  ["min_lenth", ["max_length", "min_length"], "min_length"],
  ["paht", ["path"], "path"], // two characters swapped are one edit
  ["ptha", ["path"], undefined], // two edits are too many for four letters
  ["titel", ["title"], "title"],
  ["pat", ["path"], "path"],
  ["paths", ["path"], "path"],
  ["bath", ["path"], "path"],
  ["pathsss", ["path"], undefined],
  ["abcdef", ["abcdxy"], "abcdxy"],
  ["abcdef", ["abcxyz"], undefined],
  ["abcdefghi", ["abcdefxyz"], "abcdefxyz"],
  ["abcdefghijkl", ["abcdefghwxyz"], undefined],
  ["abcdefghi", ["abcdefghxy", "abcdefghx"], "abcdefghx"],
  ["abcdefghi", ["abcdefghx", "abcdefghy"], "abcdefghx"],
  ["a", ["b"], "b"],
  ["", ["a"], "a"],
  ["name", [], undefined],
])("%j among %j is taken for %j", (name, names, nearest) => {
  expect(nearestName(name, names)).toBe(nearest);
});

test("names of more than 64 characters are not compared", () => {
  expect(nearestName("a".repeat(64), ["a".repeat(63)])).toBe("a".repeat(63));
  expect(nearestName("a".repeat(63), ["a".repeat(64)])).toBe("a".repeat(64));
  expect(nearestName("a".repeat(65), ["a".repeat(64)])).toBeUndefined();
  expect(nearestName("a".repeat(64), ["a".repeat(65)])).toBeUndefined();
});
