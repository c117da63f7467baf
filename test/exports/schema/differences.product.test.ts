import { beforeAll, describe, expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { repeatedKey } from "../../../templates/runtime/text/json.js";
import { loadCodecs, type Codecs } from "../../generated/load-package.js";
import { specFiles, stone } from "../../support/stone-text.js";
import { Validators } from "./validators.js";

const spec = stone`
  namespace t
  struct Size
      bytes UInt64
      unit String = "byte"
  struct Day
      on Timestamp("%a %d %b %Y")
  struct Tree
      below List(Tree)
  struct Pairs
      text String(pattern="(ab|cd)*")
`;

let codecs: Codecs;
let exact: Validators;
let safe: Validators;

beforeAll(async () => {
  const { api } = compile(specFiles(spec));
  if (api === undefined) {
    throw new Error("The specification does not compile.");
  }
  codecs = await loadCodecs(spec);
  exact = new Validators(api);
  safe = new Validators(api, { int64: "safe" });
});

const nested = (depth: number): unknown => JSON.parse(`${'{"below":['.repeat(depth)}${"]}".repeat(depth)}`);

describe("what a schema cannot say", () => {
  test.each([
    ["SCHEMA-D1: 2^64, the bound of UInt64 as a double", { bytes: 2 ** 64 }],
    ["SCHEMA-D3: an integer that JSON.parse has rounded", JSON.parse('{"bytes":9007199254740993}')],
  ])("%s: the schema of exact integers accepts it, that of safe ones refuses it, as decoders do", (_, json) => {
    expect(exact.accepts("write", "t.Size", json)).toBe(true);
    expect(safe.accepts("write", "t.Size", json)).toBe(false);
    expect(() => codecs.decode("Size", json, { strict: true })).toThrow("bytes: expected");
  });

  test.each([
    ["a weekday that does not fit its date", "Mon 01 Jan 2023"],
    ["a day that does not exist", "Thu 30 Feb 2023"],
  ])("SCHEMA-D2: a schema cannot refuse %s, decoders can", (_, on) => {
    expect(exact.accepts("write", "t.Day", { on })).toBe(true);
    expect(() => codecs.decode("Day", { on }, { strict: true })).toThrow("on: expected a timestamp");
    expect(codecs.decode("Day", { on: "Sun 01 Jan 2023" }, { strict: true })).toEqual({ on: "Sun 01 Jan 2023" });
  });

  test("SCHEMA-D4: a schema accepts a repeated key, which a validator never sees", () => {
    const text = '{"bytes":1,"bytes":2}';
    const json: unknown = JSON.parse(text);
    expect(exact.accepts("write", "t.Size", json)).toBe(true);
    expect(repeatedKey(text, json)).toBe("bytes");
  });

  test("SCHEMA-D5: a validator runs out of stack on very deep nesting, which decoders refuse by their error", () => {
    expect(exact.accepts("write", "t.Tree", nested(100))).toBe(true);
    expect(() => exact.accepts("write", "t.Tree", nested(100_000))).toThrow(RangeError);
    expect(() => codecs.decode("Tree", nested(100_000))).toThrow("expected fewer levels, found too many");
  });

  test("SCHEMA-D6: a validator may run out of stack on a string of millions of characters, which decoders refuse by their error", () => {
    const json = { text: "ab".repeat(20_000_000) };
    expect(exact.accepts("write", "t.Pairs", { text: "ab".repeat(10_000) })).toBe(true);
    expect(() => exact.accepts("write", "t.Pairs", json)).toThrow(RangeError);
    expect(() => codecs.decode("Pairs", json)).toThrow("text: expected a string that matches");
  });

  test("SCHEMA-D8: a schema accepts missing defaults and unknown fields; decoders fill in the ones and remove the others", () => {
    const json = { bytes: 1, checked: true };
    expect(exact.accepts("read", "t.Size", json)).toBe(true);
    expect(json).toEqual({ bytes: 1, checked: true });
    expect(codecs.decode("Size", json)).toEqual({ bytes: 1, unit: "byte" });
  });
});
