import { describe, expect, expectTypeOf, test } from "vitest";
import { match } from "../../../templates/runtime/codecs/match.js";
import type { UnknownVariant } from "../../../templates/runtime/codecs/variant.js";

interface File {
  ".tag": "file";
  size: number;
}
interface Folder {
  ".tag": "folder";
  id: string;
}
type Closed = File | Folder;
type Open = File | Folder | UnknownVariant;

const file: Open = { ".tag": "file", size: 3 };

/** What a decoder makes of a variant that is newer than the package. */
function newer(tag: string): Open {
  return JSON.parse(JSON.stringify({ ".tag": tag, shine: 9 })) as UnknownVariant;
}

function tell(metadata: Open): string {
  return match(metadata, {
    file: ({ size }) => `${size} bytes`,
    folder: ({ id }) => `the folder ${id}`,
    $unknown: (unknown) => `something new: ${JSON.stringify(unknown)}`,
  });
}

describe("match", () => {
  test("match calls the handler for the tag, with the variant", () => {
    expect(tell(file)).toBe("3 bytes");
    expect(tell({ ".tag": "folder", id: "a" })).toBe("the folder a");
  });

  test.each(["symlink", "constructor", "toString", "__proto__", "hasOwnProperty", "_", "$unknown", ""])(
    "match calls $unknown for the unknown tag %j, with all that came with it",
    (tag) => {
      expect(tell(newer(tag))).toBe(`something new: ${JSON.stringify({ ".tag": tag, shine: 9 })}`);
    },
  );

  test.each(["folder", "symlink", "constructor", "_"])("match calls _ for the tag %j if it has no handler", (tag) => {
    const value = newer(tag);
    expect(match(value, { file: () => "a file", _: (rest) => rest })).toBe(value);
  });

  test("match gives the union of what the handlers give", () => {
    const closed: Closed = JSON.parse('{".tag":"folder","id":"x"}') as Closed;
    const result = match(closed, { file: ({ size }) => size, folder: ({ id }) => [id] });
    expect(result).toEqual(["x"]);
    expectTypeOf(result).toEqualTypeOf<number | string[]>();
  });

  test("match throws for a tag that a closed union cannot have", () => {
    const unchecked = newer("symlink") as Closed;
    expect(() => match(unchecked, { file: () => 1, folder: () => 2 })).toThrow(
      new TypeError('No handler for the variant "symlink"'),
    );
  });
});
