import type { CallToolResult } from "@modelcontextprotocol/server";
import { CodecError } from "../codecs/codec-error.js";
import { isApiError } from "../client/errors.js";
import { errorPath } from "../routes/error-summary.js";
import { stringifyJson } from "../text/json.js";
import type { McpApi, ToolData } from "./tool.js";

/** Returns a tool result with JSON of at most `maxCharacters`. Long lists are truncated, which a notice says. */
export function toolResult(json: unknown, isStructured: boolean, maxCharacters: number): CallToolResult {
  const object = Array.isArray(json) ? { items: json } : json;
  const { value, omitted } = cut(object, maxCharacters);
  const text = stringifyJson(value ?? null);
  if (text.length > maxCharacters) {
    return failure(
      `The result is too long: even without the items of its lists it has ${text.length} characters, and at most ${maxCharacters} are returned. Ask for less.`,
    );
  }
  const notice =
    omitted === 0
      ? []
      : [
          {
            type: "text" as const,
            text: `Lists were truncated: ${omitted} items are omitted. Ask for less, or page by page.`,
          },
        ];
  return {
    content: [{ type: "text", text }, ...notice],
    ...(isStructured && typeof value === "object" && value !== null && { structuredContent: value }),
  };
}

/** Returns the tool result for a failed call: the error and where it occurred, but never a stack trace. */
export function toolError(thrown: unknown, { error }: ToolData, { errors }: McpApi): CallToolResult {
  if (thrown instanceof CodecError) {
    return failure(`Invalid argument: ${thrown.message}`);
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

/** Halves the longest list repeatedly, until the JSON is short enough or all lists are empty. */
function cut(json: unknown, maxCharacters: number): { readonly value: unknown; readonly omitted: number } {
  let value = json;
  let omitted = 0;
  while (stringifyJson(value ?? null).length > maxCharacters) {
    const longest = longestList(value);
    if (longest.length === 0) {
      break;
    }
    const kept = Math.floor(longest.length / 2);
    omitted += longest.length - kept;
    value = replaced(value, longest, longest.slice(0, kept));
  }
  return { value, omitted };
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
