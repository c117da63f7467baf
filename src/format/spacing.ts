import type { Token } from "./rows.js";

/** Returns the spaces between two tokens on one line (FMT-23 to FMT-28, FMT-47). */
export function spaceBetween(before: Token, next: Token, isRoute: boolean): "" | " " | "  " {
  if (next.kind === "comment") {
    return "  ";
  }
  if (next.kind === "path" || isSign(before, "([{@.") || isSign(next, ")]},.?:")) {
    return "";
  }
  if (isSign(next, "(")) {
    return isRoute && next.depth === 0 ? " " : "";
  }
  if (isSign(before, "=") || isSign(next, "=")) {
    return next.parens > 0 ? "" : " ";
  }
  return isSign(before, ":") && isRoute ? "" : " ";
}

/** Whether a token is one of these punctuation signs. */
export function isSign({ kind, text }: Token, signs: string): boolean {
  return kind === "punctuation" && signs.includes(text);
}
