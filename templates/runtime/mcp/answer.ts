import type { CallToolResult } from "@modelcontextprotocol/server";
import { CodecError } from "../codecs/codec-error.js";
import { isApiError } from "../client/errors.js";
import { errorPath } from "../routes/error-summary.js";
import { stringifyJson } from "../text/json.js";
import type { McpApi, ToolData } from "./tool.js";

/** The answer with a result as JSON of at most `mostCharacters`: lists that are too long are cut, with a notice. */
export function resultAnswer(json: unknown, isStructured: boolean, mostCharacters: number): CallToolResult {
  const object = Array.isArray(json) ? { items: json } : json;
  const { value, left } = cut(object, mostCharacters);
  const text = stringifyJson(value ?? null);
  if (text.length > mostCharacters) {
    return failure(
      `The result has ${text.length} characters, and at most ${mostCharacters} are returned. Ask for less.`,
    );
  }
  const notice =
    left === 0
      ? []
      : [{ type: "text" as const, text: `Lists were cut: ${left} items are left out. Ask for less, or page by page.` }];
  return {
    content: [{ type: "text", text }, ...notice],
    ...(isStructured && typeof value === "object" && value !== null && { structuredContent: value }),
  };
}

/** The answer to a failed call: the error and its place, but never a stack. */
export function errorAnswer(thrown: unknown, { error }: ToolData, { errors }: McpApi): CallToolResult {
  if (thrown instanceof CodecError) {
    return failure(`The argument is wrong: ${thrown.message}`);
  }
  if (!isApiError(thrown)) {
    return failure(thrown instanceof Error ? thrown.message : String(thrown));
  }
  if (thrown.name !== "RouteError") {
    return failure(`${thrown.name}: ${thrown.message}`);
  }
  const path = errorPath(thrown.error);
  const described = errors[error ?? ""]?.[path];
  return failure(
    [`${thrown.route} failed: ${path}.`, described, thrown.userMessage].filter((part) => part !== undefined).join(" "),
  );
}

export function failure(text: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text }] };
}

/** The JSON with fewer items in its longest lists, until its text is short enough or no list is left. */
function cut(json: unknown, mostCharacters: number): { readonly value: unknown; readonly left: number } {
  let value = json;
  let left = 0;
  while (stringifyJson(value ?? null).length > mostCharacters) {
    const longest = longestList(value);
    if (longest.length === 0) {
      break;
    }
    const kept = Math.floor(longest.length / 2);
    left += longest.length - kept;
    value = replaced(value, longest, longest.slice(0, kept));
  }
  return { value, left };
}

function longestList(value: unknown): readonly unknown[] {
  const own: readonly unknown[] = Array.isArray(value) ? value : [];
  const inner = typeof value === "object" && value !== null ? Object.values(value).map(longestList) : [];
  return inner.reduce((longest, list) => (list.length > longest.length ? list : longest), own);
}

function replaced(value: unknown, list: unknown, by: unknown): unknown {
  if (value === list) {
    return by;
  }
  if (Array.isArray(value)) {
    return value.map((item) => replaced(item, list, by));
  }
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(member, list, by)]))
    : value;
}
