import { describe, expect, test } from "vitest";
import { parseJson, stringifyJson } from "../../templates/runtime/text/json.js";
import { describeWithDropboxRecordings } from "../support/describe-with-dropbox.js";
import { generatedPackage, type Exports } from "../support/packages.js";
import { codecOf, wireVectors, type Codec, type Vector } from "../support/wire-vectors.js";

/** What a vector makes of its type's codec: the JSON at the end, or which step refused. */
function run(vector: Vector, codec: Codec): { json: unknown } | { refused: "decode" | "encode"; message: string } {
  const { permissions = [] } = vector;
  let value: unknown;
  try {
    const text = vector.kind === "decode-text" ? vector.text : vector.inputText;
    const input = text === undefined ? vector.input : parseJson(text);
    const isDecode = vector.kind === "decode" || vector.kind === "decode-text";
    value = codec.decode(input, {
      strict: isDecode ? (vector.strict ?? true) : true,
      permissions: vector.decodePermissions ?? permissions,
    });
  } catch (thrown) {
    return { refused: "decode", message: codecErrorMessage(thrown) };
  }
  try {
    const json = vector.kind === "redact" ? codec.redact(value, { permissions }) : codec.encode(value, { permissions });
    return { json: parseJson(stringifyJson(json ?? null)) };
  } catch (thrown) {
    return { refused: "encode", message: codecErrorMessage(thrown) };
  }
}

function codecErrorMessage(thrown: unknown): string {
  const { name, message } = thrown as Error;
  expect(name).toMatch(/^(DecodeError|EncodeError|SyntaxError)$/);
  return message;
}

/**
 * Whether JSON is what a vector wants. Two differences are ours by design: a reader fills in defaults, so that members
 * may come on top, and a lenient reader keeps an unknown variant whole where the oracle has a bare `other`.
 */
function agrees(json: unknown, wanted: unknown, lenient: boolean): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(json) &&
      json.length === wanted.length &&
      wanted.every((item, index) => agrees(json[index], item, lenient))
    );
  }
  if (typeof wanted === "object" && wanted !== null) {
    if (typeof json !== "object" || json === null) {
      return false;
    }
    const members = Object.entries(wanted);
    if (lenient && members.length === 1 && members[0]?.[1] === "other" && ".tag" in json) {
      return true;
    }
    return members.every(
      ([name, member]) => Object.hasOwn(json, name) && agrees((json as Exports)[name], member, lenient),
    );
  }
  // Numbers are equal if they denote the same double; integers of 64 bits are bigints, and equal exactly.
  return json === wanted || (isNumber(json) && isNumber(wanted) && json == wanted) || bothDoubles(json, wanted);
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function bothDoubles(a: unknown, b: unknown): boolean {
  return (typeof a === "number" && typeof b === "bigint" && a === Number(b)) || (typeof b === "number" && typeof a === "bigint" && b === Number(a));
}

describe("the recorded vectors of wirelab, in the recommended profile, pass through codecs", () => {
  testVectors("wirelab", 2700);
});

describeWithDropboxRecordings("the recorded vectors of the public API, in the recommended profile, pass through codecs", () => {
  testVectors("dropbox", 3300);
});

function testVectors(set: "wirelab" | "dropbox", count: number): void {
  const vectors = wireVectors(set);

  test(`all ${count} wire vectors are there`, () => {
    expect(vectors).toHaveLength(count);
  });

  const groups = groupBy(vectors, (vector) => `${vector.set}/${vector.namespace}`);
  for (const [group, members] of groups) {
    const byKind = groupBy(members, ({ kind, quirk }) => (quirk === undefined ? kind : `${kind}, ${quirk}`));
    describe.each([
      { suffix: "", values: "numbers and strings" },
      { suffix: "-exact", values: "bigint and Date" },
    ])(`of ${group} with $values`, ({ suffix }) => {
      for (const [kind, list] of byKind) {
        test(`${kind} (${list.length})`, async () => {
          const [set = "", namespace = ""] = group.split("/");
          const exports = await generatedPackage(`${set}${suffix}`, namespace);
          const wrong = list.filter((vector) => !passes(vector, exports)).map(({ id }) => id);
          expect(wrong).toEqual([]);
        });
      }
    });
  }
}

function passes(vector: Vector, exports: Exports): boolean {
  const wanted = vector.recommended ?? vector;
  const result = run(vector, codecOf(vector, exports));
  if (!wanted.ok) {
    return "refused" in result;
  }
  if (wanted.encodeError !== undefined) {
    // TREE_BASE_REENCODE: what the oracle can only read, we keep whole and can write again.
    return !("refused" in result) || result.refused === "encode";
  }
  // What a number or a Date cannot hold is refused rather than rounded, and the message says so.
  if ("refused" in result) {
    return /as the package was generated with int64: "number"|a Date holds, with milliseconds at most/.test(result.message);
  }
  const text = wanted.reencodedText ?? wanted.outputText;
  const json = text === undefined ? (wanted.reencoded ?? wanted.output ?? null) : parseJson(text);
  return agrees(result.json, json, vector.strict === false);
}

function groupBy<T>(list: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) {
    groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  }
  return groups;
}
