import { type Filled, nameIn } from "./holes.js";
import type { TokenReader } from "./tokens.js";

/**
 * Parses the documentation comment at the current token; undefined if there is none. If the comment is only a hole, the
 * value undefined omits it.
 */
export function doc(tokens: TokenReader): Filled<string | undefined> | undefined {
  const token = tokens.peek();
  if (token.kind !== "doc") {
    return undefined;
  }
  tokens.next();
  const [before = "", only, after = ""] = token.parts;
  if (typeof only === "number" && token.parts.length === 3 && `${before}${after}`.trim() === "") {
    return (holes) => holes[only] as string | undefined;
  }
  return (holes) => {
    const text = token.parts
      .map((part) => (typeof part === "string" ? withoutMargin(part) : nameIn(holes[part])))
      .join("");
    // A leading line break makes the comment a block.
    return `${/^\s*\n/.test(text) ? "\n" : ""}${text.trim()}`;
  };
}

/** Removes the asterisks at the start of lines. */
function withoutMargin(text: string): string {
  return text.replace(/\n[ \t]*\*? ?/g, "\n");
}
