import { stringCode } from "./string.js";
import { memberKey } from "./keys.js";

/** JSON data, a bigint or a Date as code, on one line. */
export function literalCode(value: unknown): string {
  switch (typeof value) {
    case "string":
      return stringCode(value);
    case "bigint":
      return `${value.toString()}n`;
    case "number":
      return String(value).replace("e+", "e");
    case "object":
      return value === null ? "null" : collectionCode(value);
    default:
      return String(value);
  }
}

function collectionCode(value: object): string {
  if (value instanceof Date) {
    return `new Date(${stringCode(value.toISOString())})`;
  }
  if (Array.isArray(value)) {
    return `[${value.map(literalCode).join(", ")}]`;
  }
  const members = Object.entries(value).map(([name, member]) => `${memberKey(name)}: ${literalCode(member)}`);
  return braced(members);
}

/** Members in braces: of an object or, with another separator, of its type. */
export function braced(members: readonly string[], separator = ", "): string {
  return members.length === 0 ? "{}" : `{ ${members.join(separator)} }`;
}
