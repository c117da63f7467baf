import { stringValue } from "../syntax/string-value.js";

const wholeLiteral = /^"[^"\\]*(?:\\[^\n][^"\\]*)*"$/;

/**
 * Formats a documentation literal: removes spaces at line ends, and indents each line at least as far as the literal
 * (FMT-22, FMT-35). Returns the literal unchanged if that would change its value (FMT-4).
 */
export function formatDoc(literal: string, level: number): string {
  if (!/[ \t]"$|\n/.test(literal)) {
    return literal;
  }
  const formatted = layOut(literal, " ".repeat(level * 4));
  const isSafe = formatted === literal || (wholeLiteral.test(formatted) && haveSameValue(literal, formatted, level));
  return isSafe ? formatted : literal;
}

function layOut(literal: string, indentation: string): string {
  const lines = literal.slice(1, -1).split("\n");
  const formatted = lines.map((line, index) => {
    const isLast = index > 0 && index === lines.length - 1;
    const text = line.replace(/[ \t]+$/, "");
    if (text === "" && isLast) {
      return line; // the closing quote stays where it is
    }
    return index === 0 || text === "" || line.startsWith(indentation) ? text : indentation + text;
  });
  return `"${formatted.join("\n")}"`;
}

/**
 * Whether two literals have the same value, except for white space at line ends, which documentation ignores (DOC-1).
 */
function haveSameValue(literal: string, other: string, level: number): boolean {
  return valueOf(literal, level) === valueOf(other, level);
}

function valueOf(literal: string, level: number): string {
  return stringValue(literal, level)
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}
