import type { Alias, Name, NumberType, StringType, Type, Value } from "../ir/api.js";
import { isNumberType } from "../ir/kinds.js";
import { parsePattern, isProblem } from "../patterns/parse.js";
import { toJavaScript } from "../patterns/translation/javascript.js";
import { sampleTimestamp } from "../values/sample-timestamp.js";
import { markup, type Content, type Markup } from "./markup.js";
import { jsonText } from "./code/json.js";
import type { Links } from "./links.js";

const numbers: Readonly<Record<NumberType["kind"], string>> = {
  int32: "32-bit integer",
  uint32: "unsigned 32-bit integer",
  int64: "64-bit integer",
  uint64: "unsigned 64-bit integer",
  float32: "32-bit number",
  float64: "number",
};

/** Describes a type in words, with its limits (SITE-10, SITE-13): `text, 1 to 255 characters`. */
export function typeWords(type: Type, links: Links, open: readonly Alias[] = []): Markup {
  if (isNumberType(type)) {
    return markup`${numbers[type.kind]}${range(type)}`;
  }
  switch (type.kind) {
    case "boolean":
      return markup`boolean`;
    case "bytes":
      return markup`bytes, as text in Base64`;
    case "void":
      return markup`nothing`;
    case "string":
      return markup`text${stringLimits(type)}`;
    case "timestamp":
      return markup`time, such as <code>${sampleTimestamp(type.format, 0)}</code> (<code>${type.format}</code>)`;
    case "list":
      return markup`list of ${listLimits(type.minItems, type.maxItems)}${typeWords(type.of, links, open)}`;
    case "map":
      return markup`map from text${stringLimits(type.key)} to ${typeWords(type.value, links, open)}`;
    case "nullable":
      return markup`${typeWords(type.of, links, open)} or null`;
    case "ref":
      return typeLink(type, links, open);
  }
}

/** The number of aliases inside each other that a description opens. The links lead to the types of the others. */
const maxOpen = 3;

/**
 * Returns a link to a type. For an alias of a type that has no name, the aliased type is described as well, unless the alias
 * is already open: an alias may contain itself.
 */
function typeLink(name: Name, links: Links, open: readonly Alias[]): Markup {
  const { lookup } = links.site;
  const definition = lookup.definition(name);
  if (definition.kind !== "alias") {
    return links.type(name);
  }
  const { alias } = definition;
  const isNamed = alias.type.kind === "ref" && lookup.definition(alias.type).kind !== "alias";
  return isNamed || open.includes(alias) || open.length === maxOpen
    ? links.type(name)
    : markup`${links.type(name)}: ${typeWords(alias.type, links, [...open, alias])}`;
}

function stringLimits({ minLength, maxLength, pattern }: StringType): Content {
  const length = between(minLength, maxLength);
  return [
    length === undefined ? "" : `, ${length} ${(maxLength ?? minLength) === 1 ? "character" : "characters"}`,
    pattern === undefined ? "" : markup`, matching ${patternCode(pattern)}`,
  ];
}

/** Returns a pattern in Stone's notation, with the JavaScript form of generated code as a tooltip. */
function patternCode(pattern: string): Markup {
  const code = patterns.get(pattern) ?? patternMarkup(pattern);
  patterns.set(pattern, code);
  return code;
}

/** Caches translated patterns, because they recur and are slow to translate. */
const patterns = new Map<string, Markup>();

function patternMarkup(pattern: string): Markup {
  const parsed = parsePattern(pattern);
  const script = isProblem(parsed) ? undefined : toJavaScript(parsed, "whole");
  return typeof script === "string" && script !== pattern
    ? markup`<code title="In JavaScript: ${script}">${pattern}</code>`
    : markup`<code>${pattern}</code>`;
}

function range({ min, max }: NumberType): string {
  const limits = between(min, max);
  return limits === undefined ? "" : `, ${limits}`;
}

function listLimits(min: number | undefined, max: number | undefined): string {
  const limits = between(min, max);
  return limits === undefined ? "" : `${limits} `;
}

function between(min: number | bigint | undefined, max: number | bigint | undefined): string | undefined {
  if (min !== undefined && max !== undefined) {
    return min === max ? `exactly ${groupDigits(min)}` : `${groupDigits(min)} to ${groupDigits(max)}`;
  }
  if (min !== undefined) {
    return `at least ${groupDigits(min)}`;
  }
  return max === undefined ? undefined : `at most ${groupDigits(max)}`;
}

/** Returns a number with commas between thousands. */
function groupDigits(number: number | bigint): string {
  return String(number).replace(/(?<=^-?\d+)(?=(?:\d{3})+$)/g, ",");
}

/** Returns a default or an attribute value as JSON. */
export function valueCode(value: Value): Markup {
  return markup`<code>${jsonText(typeof value === "object" && value !== null ? value.tag : value, "line")}</code>`;
}
