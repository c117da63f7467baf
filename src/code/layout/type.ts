import { NotPrintable } from "./not-printable.js";
import { fits, margin, step } from "./page.js";
import { after, find, split } from "./scan.js";

/**
 * Prints a type, which is given on one line but for comments in it, as prettier would. The numbers are those of
 * `expression`. A union stands deeper than its line; as an argument of a type, which is on a line of its own, it
 * does not.
 */
function type(code: string, indent: number, column: number, tail: number, isArgument = false): string {
  if (!code.includes("\n") && fits(code, column + tail)) {
    return code;
  }
  const members = split(code, " | ");
  if (members.length > 1) {
    return union(members, indent, column, tail, isArgument);
  }
  if (code.endsWith("[]")) {
    return `${type(code.slice(0, -2), indent, column, tail + 2)}[]`;
  }
  if (code.startsWith("(") && code.endsWith(")")) {
    return parenthesized(code.slice(1, -1), indent, column, tail);
  }
  if (code.startsWith("{")) {
    return object(code, indent);
  }
  return code.endsWith(">") ? generic(code, indent, column, tail) : code;
}

/** A type alias up to its semicolon: `export type Name = …`. */
export function alias(head: string, code: string): string {
  if (!code.includes("\n") && fits(code, head.length + 2)) {
    return `${head} ${code}`;
  }
  const members = split(code, " | ");
  if (members.length > 1 && !isHugged(members)) {
    return head + lowerUnion(code, members, step, 1);
  }
  const isBelow = !fits(unbreakableStart(code), head.length + 1 + (unbreakableStart(code) === code ? 1 : 0));
  return isBelow
    ? `${head}\n${margin(step)}${type(code, step, step, 1)}`
    : `${head} ${type(code, 0, head.length + 1, 1)}`;
}

function union(members: readonly string[], indent: number, column: number, tail: number, isArgument: boolean): string {
  if (!isHugged(members)) {
    return isArgument
      ? brokenUnion(members, indent, tail).trimStart()
      : lowerUnion(members.join(" | "), members, indent + step, tail);
  }
  // All but one are `null`, and stay on the line where that one ends.
  let printed = "";
  for (const [index, member] of members.entries()) {
    const line = printed.slice(printed.lastIndexOf("\n") + 1);
    const at = (printed.includes("\n") ? 0 : column) + line.length;
    const rest = members.slice(index + 1).map((other) => ` | ${other}`);
    printed += type(member, indent, at, rest.join("").length + tail) + (rest.length === 0 ? "" : " | ");
  }
  return printed;
}

function parenthesized(code: string, indent: number, column: number, tail: number): string {
  const members = split(code, " | ");
  return isHugged(members)
    ? `(${union(members, indent, column + 1, tail + 1, false)})`
    : `(${lowerUnion(code, members, indent + step, 0)}\n${margin(indent)})`;
}

/** A union below the line that it belongs to: on one line if that holds it. */
function lowerUnion(code: string, members: readonly string[], indent: number, tail: number): string {
  const isOneLine = !code.includes("\n") && fits(code, indent + tail);
  return isOneLine ? `\n${margin(indent)}${code}` : brokenUnion(members, indent, tail);
}

/** The members of a union on lines of their own, with a line break before the first. */
function brokenUnion(members: readonly string[], indent: number, tail: number): string {
  return members
    .map((member, index) => {
      const isLast = index === members.length - 1;
      return `\n${margin(indent)}| ${type(member, indent + 2, indent + 2, isLast ? tail : 0)}`;
    })
    .join("");
}

/** Whether a union is a type or null, which prettier never breaks. */
function isHugged(members: readonly string[]): boolean {
  const others = members.filter((member) => member !== "null" && member !== "void");
  return others.length === 1 && !others[0]?.includes("\n") && isNamedOrObject(others[0] ?? "");
}

const keywords = new Set(["boolean", "never", "null", "number", "string", "undefined", "unknown", "void"]);

function isNamedOrObject(code: string): boolean {
  return !code.endsWith("[]") && /^[\w${]/.test(code) && !keywords.has(code);
}

function object(code: string, indent: number): string {
  const inner = indent + step;
  if (code === "{}") {
    return code;
  }
  const members = split(code.slice(1, -1).trim(), "; ").map((text) => `${property(text, inner)};\n`);
  return `{\n${members.join("")}${margin(indent)}}`;
}

/** A property with the comment before it. */
function property(text: string, indent: number): string {
  const at = text.startsWith("/*") ? after(text, 0) : 0;
  const code = text.slice(at).trimStart();
  const colon = find(code, ": ");
  const before = code.slice(0, colon + 1);
  const printed = annotated(before, code.slice(colon + 2), indent, 1);
  return `${at === 0 ? "" : `${reindented(text.slice(0, at), indent)}\n`}${margin(indent)}${printed}`;
}

/** A name with its type: `name?: type`, where what stands before the type ends with a colon. */
export function annotated(before: string, code: string, indent: number, tail: number): string {
  const column = indent + before.length + 1;
  const printed = type(code, indent, column, tail);
  return printed.startsWith("\n") ? before + printed : `${before} ${printed}`;
}

function reindented(comment: string, indent: number): string {
  return comment
    .split("\n")
    .map((line, index) => margin(indent) + (index === 0 ? line.trimEnd() : ` ${line.trim()}`))
    .join("\n");
}

function generic(code: string, indent: number, column: number, tail: number): string {
  const open = code.indexOf("<");
  const before = code.slice(0, open + 1);
  const args = split(code.slice(open + 1, -1), ", ");
  const [first = ""] = args;
  if (args.length === 1 && isUnbreakable(first)) {
    return `${before}${type(first, indent, column + before.length, tail + 1)}>`;
  }
  const inner = indent + step;
  const lines = args.map((arg, index) => {
    return margin(inner) + type(arg, inner, inner, index === args.length - 1 ? 0 : 1, true);
  });
  return `${before}\n${lines.join(",\n")}\n${margin(indent)}>`;
}

/** Whether the only argument of a type stays beside its bracket: a name, an object, or one of these or null. */
function isUnbreakable(code: string): boolean {
  const members = split(code, " | ");
  return members.length > 1 ? isHugged(members) : code.startsWith("{") || /^[\w$.]+$/.test(code);
}

/** The beginning of a type up to the first place where its line can end. */
function unbreakableStart(code: string): string {
  if (code.includes("=>")) {
    throw new NotPrintable(code);
  }
  const isGroup = code.startsWith("(");
  const canEndBehindBracket = !isGroup || !isHugged(split(code.slice(1, after(code, 0) - 1), " | "));
  const [first = ""] = (canEndBehindBracket ? /^[^<{(]*[<{(]/ : /^\([^<{]*[<{]/).exec(code) ?? [code];
  return first;
}
