import { describe, expect, test } from "vitest";
import { decode, encode, type Check } from "../../../templates/runtime/codecs/check.js";
import {
  list,
  map,
  object,
  optional,
  rejectUnknown,
  unlessDefault,
} from "../../../templates/runtime/codecs/composites.js";
import { int64, string, text } from "../../../templates/runtime/codecs/scalars.js";

describe("a list", () => {
  const bounded =
    (minItems?: number, maxItems?: number): Check<string[]> =>
    (value, mode) =>
      list(value, mode, string, minItems, maxItems);

  test.each([
    [[], 1, undefined, "too-few-items", "expected at least 1 item, found 0"],
    [["a"], 2, undefined, "too-few-items", "expected at least 2 items, found 1"],
    [["a", "b"], undefined, 1, "too-many-items", "expected at most 1 item, found 2"],
  ])("a list %j with the bounds %s and %s is refused as %s: %s", (value, minItems, maxItems, code, message) => {
    expect(() => decode(bounded(minItems, maxItems), value)).toThrow(message);
    expect(() => decode(bounded(minItems, maxItems), value)).toThrow(expect.objectContaining({ code }));
  });

  test("a list may have as many items as its bounds say", () => {
    expect(decode(bounded(2, 2), ["a", "b"])).toEqual(["a", "b"]);
    expect(decode(bounded(0, 0), [])).toEqual([]);
  });
});

test.each([null, {}, "a", 1])("a list is not %j", (value) => {
  const check: Check<string[]> = (value, mode) => list(value, mode, string);
  expect(() => decode(check, value)).toThrow(expect.objectContaining({ code: "wrong-type", expected: "a list" }));
});

describe("a misspelling of a required field", () => {
  interface Book {
    readonly title: string;
    readonly author: string;
    readonly titles: string | undefined;
  }
  const book: Check<Book> = (value, mode) => {
    const fields = object<Book>(value);
    return rejectUnknown<Book>(fields, mode, {
      title: string(fields.title),
      author: string(fields.author),
      titles: optional(fields.titles, string, mode),
    });
  };
  const books: Check<{ [key: string]: Book[] }> = (value, mode) => map(value, mode, (item) => list(item, mode, book));
  const messageOf = (argument: unknown): string => {
    try {
      encode(books, { a: [{ title: "t", author: "a" }, argument] }, { refuseUnknownFields: true });
      return "none";
    } catch (thrown) {
      return (thrown as Error).message;
    }
  };

  test.each([
    [{ titel: "x", author: "a" }, "a[1].title: expected a string, found nothing; did you mean title instead of titel?"],
    [
      { title: "x", auther: "a" },
      "a[1].author: expected a string, found nothing; did you mean author instead of auther?",
    ],
    [{ titles: "x", author: "a" }, "a[1].title: expected a string, found nothing"],
    [{ titel: 1, author: "a" }, "a[1].title: expected a string, found nothing"],
    [{ author: "a" }, "a[1].title: expected a string, found nothing"],
    [{}, "a[1].title: expected a string, found nothing"],
    [{ titel: () => "x" }, "a[1].title: expected a string, found nothing"],
  ])("a misspelling of a required field in %j is part of the message", (argument, message) => {
    expect(messageOf(argument)).toBe(message);
  });

  test("a misspelling of a required field is not looked for where unknown fields are omitted", () => {
    const wrong = { titel: "x", author: "a" };
    expect(() => encode(book, wrong)).toThrow(
      expect.objectContaining({ message: "title: expected a string, found nothing" }),
    );
    expect(() => decode(book, wrong, { strict: true })).toThrow(/found nothing$/);
  });
});

describe("an object with a field that its type does not have", () => {
  interface File {
    readonly name: string;
  }
  const check: Check<File> = (value, mode) => {
    const fields = object<File>(value);
    return rejectUnknown<File>(fields, mode, { name: string(fields.name) });
  };

  test("an object with a field that its type does not have is refused if the mode says so, with the field that may be meant", () => {
    expect(() => decode(check, { name: "a", nme: "b" }, { strict: true })).toThrow(
      expect.objectContaining({
        code: "unknown-field",
        path: "nme",
        expected: "no such field",
        found: "one",
        message: "nme: there is no such field; did you mean name?",
      }),
    );
    expect(() => encode(check, { name: "a", zzzz: "b" }, { refuseUnknownFields: true })).toThrow(
      expect.objectContaining({ message: "zzzz: there is no such field" }),
    );
  });

  test("an object with a field that its type does not have is read without it otherwise", () => {
    expect(decode(check, { name: "a", nme: "b" })).toEqual({ name: "a" });
    expect(encode(check, { name: "a", nme: "b" })).toEqual({ name: "a" });
  });
});

describe("a map", () => {
  const check: Check<Record<string, string>> = (value, mode) => map(value, mode, string, (name) => text(name, 1, 2));

  test.each([null, [], "a", 1])("a map is an object and not %j", (value) => {
    expect(() => decode(check, value)).toThrow(expect.objectContaining({ code: "wrong-type", expected: "an object" }));
  });

  test("a map has keys that are checked, too, where they are constrained", () => {
    expect(decode(check, { ab: "x" })).toEqual({ ab: "x" });
    expect(() => decode(check, { abc: "x" })).toThrow(expect.objectContaining({ code: "too-long" }));
    expect(() => encode(check, { "": "x" })).toThrow(expect.objectContaining({ code: "too-short" }));
  });

  test("a map is written without members that are undefined, which no JSON has", () => {
    expect(encode(check, { a: "x", b: undefined })).toEqual({ a: "x" });
    expect(() => decode(check, { a: undefined })).toThrow(
      expect.objectContaining({ code: "missing-field", path: "a" }),
    );
  });
});

describe("a field whose default a number cannot represent exactly", () => {
  const nearest = 9223372036854775807;
  const check: Check<number> = (value, mode) => unlessDefault(value, mode, int64, nearest);

  test("a default that a number cannot represent exactly is left out when the nearest number is written", () => {
    expect(encode(check, nearest)).toBeUndefined();
    expect(encode(check, 5)).toBe(5);
  });

  test("a field whose default a number cannot represent exactly is never that number on the wire", () => {
    expect(() => decode(check, nearest)).toThrow(expect.objectContaining({ code: "out-of-range" }));
  });
});
