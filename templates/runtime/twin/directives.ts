import { badRequest } from "../server/refusal.js";
import type { Outcome } from "./outcome.js";

/** The header that contains directives for a single call. */
export const directivesHeader = "ashlar-twin";

type Item = string | number | boolean;

/**
 * Parses the header with the directives of a call, a dictionary (RFC 8941): `error="path/not_found", delay-ms=300`. A
 * token, such as `error=path/not_found`, is the same as a string. Throws a `Refusal` for an invalid header and for unknown
 * directives.
 */
export function readDirectives(text: string): Outcome {
  const outcome: Record<string, unknown> = {};
  for (const [name, item] of readDictionary(text)) {
    outcome[memberName(name)] = readItem(name, item);
  }
  return outcome;
}

const memberNames: Readonly<Record<string, keyof Outcome>> = { "retry-after": "retryAfter", "delay-ms": "delayMs" };

function memberName(name: string): keyof Outcome {
  return memberNames[name] ?? (name as keyof Outcome);
}

function readItem(name: string, item: Item): Item {
  switch (name) {
    case "error":
    case "example":
    case "reason":
    case "message":
      return typeof item === "string" ? item : wrong(name, "a string or a token");
    case "disconnect":
      return item === "before" || item === "body" || item === "after"
        ? item
        : wrong(name, `"before", "body" or "after"`);
    case "status":
    case "retry-after":
    case "delay-ms":
    case "truncate":
      return typeof item === "number" && item >= 0 ? item : wrong(name, "a number");
    case "failed":
      return typeof item === "number" ? wrong(name, "a string or a token, or without a value") : item;
    case "reset":
      return typeof item === "boolean" ? item : wrong(name, "without a value");
    default:
      throw badRequest(`The header Ashlar-Twin has no directive ${JSON.stringify(name)}`);
  }
}

function wrong(name: string, expected: string): never {
  throw badRequest(`The directive ${name} of the header Ashlar-Twin must be ${expected}`);
}

function readDictionary(text: string): [name: string, item: Item][] {
  const member =
    /\s*([a-z*][a-z0-9_.*-]*)(?:=("(?:[^"\\]|\\["\\])*"|\?[01]|-?\d+(?:\.\d+)?|[A-Za-z*][\w!#$%&'*+.^`|~:/-]*))?[\t ]*(?:,|$)/y;
  const members: [string, Item][] = [];
  while (member.lastIndex < text.length) {
    const [, name, value] = member.exec(text) ?? [];
    if (name === undefined) {
      throw badRequest("The header Ashlar-Twin is not a dictionary of structured fields (RFC 8941)");
    }
    members.push([name, itemOf(value)]);
  }
  return members;
}

function itemOf(text: string | undefined): Item {
  if (text === undefined || text.startsWith("?")) {
    return text !== "?0";
  }
  if (text.startsWith('"')) {
    return text.slice(1, -1).replace(/\\(["\\])/g, "$1");
  }
  return /^[-\d]/.test(text) ? Number(text) : text;
}
