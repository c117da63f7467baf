import { expect, test } from "vitest";
import { isAcceptedTimestamp } from "../../../src/patterns/timestamps/timestamp-problem.js";
import { timestampForm } from "../../../src/patterns/timestamps/form.js";

test.each(["%y", "%m", "%d", "%H", "%I", "%M", "%S"])(
  "SCHEMA-3: the regular expression for the format %s matches the numbers that packages accept",
  (format) => {
    const form = new RegExp(timestampForm(format)?.source ?? "");
    const numbers = Array.from({ length: 100 }, (_, number) => String(number));
    const texts = [...numbers, ...numbers.map((number) => number.padStart(2, "0"))];
    const matched = texts.filter((text) => form.test(text));
    expect(matched).toEqual(texts.filter((text) => isAcceptedTimestamp(format, text)));
    expect(matched).not.toEqual([]);
  },
);
