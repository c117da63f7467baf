/** A part of a regular expression: an escape, a set, a group's parenthesis, a quantifier, or another character. */
const piece = /\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|[*+?][?+]?|\{\d*,?\d*\}[?+]?|[^]/g;

type PieceKind = "set" | "open" | "close" | "quantifier" | "dot" | "bar" | "other";

function kindOf(text: string): PieceKind {
  switch (text.charAt(0)) {
    case "[":
      return text.length > 1 ? "set" : "other";
    case "\\":
      return /[dDwWsS]/.test(text.charAt(1)) ? "set" : "other";
    case "(":
      return "open";
    case ")":
      return "close";
    case "*":
    case "+":
    case "?":
      return "quantifier";
    case "{":
      return text.length > 1 ? "quantifier" : "other";
    case ".":
      return "dot";
    case "|":
      return "bar";
    default:
      return "other";
  }
}

/** Returns the top-level alternatives of a pattern; the whole pattern if there is only one. */
export function splitBranches(pattern: string): string[] {
  const branches = [""];
  let depth = 0;
  for (const [text] of pattern.matchAll(piece)) {
    const kind = kindOf(text);
    depth += kind === "open" ? 1 : kind === "close" ? -1 : 0;
    if (kind === "bar" && depth === 0) {
      branches.push("");
    } else {
      branches.push((branches.pop() ?? "") + text);
    }
  }
  return branches;
}

/**
 * Whether a pattern contains a dot without a quantifier, either between two sets or after a group. The sets and the
 * group may have quantifiers.
 */
export function hasBareDot(pattern: string): boolean {
  const kinds = [...pattern.matchAll(piece)].map(([text]) => kindOf(text));
  return kinds.some((kind, index) => {
    const before = kinds[index - 1] === "quantifier" ? kinds[index - 2] : kinds[index - 1];
    const next = kinds[index + 1];
    return kind === "dot" && next !== "quantifier" && (before === "close" || (before === "set" && next === "set"));
  });
}
