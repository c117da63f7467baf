import { type Filled, nameIn } from "./holes.js";
import type { TokenReader } from "./tokens.js";

/** The documentation comment that is read next; undefined if there is none. A hole alone may have undefined, for no comment. */
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
    // A line break at the beginning makes it a block.
    return `${/^\s*\n/.test(text) ? "\n" : ""}${text.trim()}`;
  };
}

/** Text without the asterisks before its lines. */
function withoutMargin(text: string): string {
  return text.replace(/\n[ \t]*\*? ?/g, "\n");
}
