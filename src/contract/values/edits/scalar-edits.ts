import type { NumberType, StringType, TimestampType } from "../../../ir/api.js";
import { matchesWhole } from "../../../patterns/matches.js";
import { isFloat, limitsOf } from "../../../values/limits.js";
import type { ValueEdit } from "./edit.js";

export function numberEdits(value: number | bigint, type: NumberType): ValueEdit[] {
  const { min, max } = limitsOf(type);
  const isReal = isFloat(type);
  const wanted = isReal ? "a number" : "an integer";
  const edits: ValueEdit[] = [
    { kind: "number as text", value: String(value), is: "a text", wanted },
    { kind: "boolean as number", value: true, is: "true", wanted, severity: "info" },
    { kind: "list as number", value: [], is: "a list", wanted },
  ];
  if (!isReal) {
    const lower = BigInt(min) - 1n;
    const upper = BigInt(max) + 1n;
    edits.push(
      { kind: "fraction", value: Number(value) + 0.5, is: "a number with a fraction", wanted },
      { kind: "too small", value: safe(lower), is: String(lower), wanted: `at least ${min}` },
      { kind: "too large", value: safe(upper), is: String(upper), wanted: `at most ${max}` },
    );
  } else if (type.min !== undefined || type.max !== undefined) {
    edits.push(
      ...(type.min === undefined
        ? []
        : [{ kind: "too small", value: Number(min) - 1, is: String(Number(min) - 1), wanted: `at least ${min}` }]),
      ...(type.max === undefined
        ? []
        : [{ kind: "too large", value: Number(max) + 1, is: String(Number(max) + 1), wanted: `at most ${max}` }]),
    );
  }
  return edits;
}

function safe(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** Longer texts are not tried. */
const mostCharacters = 20_000;

export function textEdits(value: string, { minLength = 0, maxLength, pattern = "" }: StringType): ValueEdit[] {
  const characters = [...value];
  const edits: ValueEdit[] = [
    { kind: "number as text", value: 7, is: "a number", wanted: "a text" },
    { kind: "boolean as text", value: true, is: "true", wanted: "a text" },
    { kind: "list as text", value: [value], is: "a list", wanted: "a text" },
    { kind: "object as text", value: {}, is: "an object", wanted: "a text" },
  ];
  if (minLength > 0) {
    const short = characters.slice(0, minLength - 1);
    const padded = [...short, ...Array.from({ length: minLength - 1 - short.length }, () => "a")].join("");
    edits.push({
      kind: "too short",
      value: padded,
      is: `a text of ${minLength - 1} characters`,
      wanted: `at least ${minLength}`,
    });
  }
  if (maxLength !== undefined && maxLength < mostCharacters) {
    const last = characters.at(-1) ?? "a";
    const long = value + last.repeat(maxLength + 1 - characters.length);
    edits.push({
      kind: "too long",
      value: long,
      is: `a text of ${maxLength + 1} characters`,
      wanted: `at most ${maxLength}`,
    });
  }
  if (pattern !== "") {
    const [first = "", ...rest] = characters;
    const others: readonly (readonly [string, string])[] = [
      ["without its first character", rest.join("")],
      ["with a character more at the end", `${value}!`],
      ["with a line break at the end", `${value}\n`],
      ["with a space before it", ` ${value}`],
      ["in capital letters", value.toUpperCase()],
      ["in small letters", value.toLowerCase()],
      ["with another first character", `${first === "~" ? "!" : "~"}${rest.join("")}`],
      [
        "with a character in the middle",
        `${characters.slice(0, characters.length >> 1).join("")}\u0000${characters.slice(characters.length >> 1).join("")}`,
      ],
      ["that is empty", ""],
    ];
    for (const [how, text] of others) {
      const length = [...text].length;
      if (!matchesWhole(pattern, text) && length >= minLength && length <= (maxLength ?? Infinity)) {
        edits.push({ kind: `pattern, ${how}`, value: text, is: `a text ${how}`, wanted: `the pattern ${pattern}` });
      }
    }
  }
  return edits;
}

export function timestampEdits(value: string, { format }: TimestampType): ValueEdit[] {
  const wanted = `a time of the format ${format}`;
  return [
    { kind: "number as time", value: 1_500_000_000, is: "a number", wanted },
    { kind: "no time", value: "yesterday", is: 'the text "yesterday"', wanted },
    { kind: "impossible time", value: value.replace(/\d/g, "9"), is: "a day that does not exist", wanted },
    { kind: "more than a time", value: `${value} and more`, is: "a time with text after it", wanted },
    { kind: "empty time", value: "", is: "an empty text", wanted },
  ];
}

export function bytesEdits(value: string): ValueEdit[] {
  const wanted = "Base64 with padding";
  const unpadded = value.replace(/=+$/, "");
  return [
    { kind: "number as bytes", value: 7, is: "a number", wanted },
    { kind: "no Base64", value: "*", is: 'the text "*"', wanted },
    ...(unpadded === value
      ? []
      : [{ kind: "no padding", value: unpadded, is: "Base64 without padding", wanted, severity: "info" } as const]),
  ];
}
