import { commentLines, flatType, isGrouped, mappedName, memberName, typeOnLine } from "../flat/type.js";
import type { MemberType, TypeNode } from "../tree/type.js";
import { NotPrintable, fits, margin, step } from "./page.js";

/**
 * Prints a type as prettier would. The numeric parameters are those of `CodeLayout.expression`. A broken union is indented
 * more than the line on which it starts, except as a type argument, which has its own line.
 */
function type(node: TypeNode, indent: number, column: number, tail: number, isArgument = false): string {
  const line = typeOnLine(node);
  if (line !== undefined && fits(line, column + tail)) {
    return line;
  }
  switch (node.kind) {
    case "union":
      return union(node.of, indent, column, tail, isArgument);
    case "array":
      return isGrouped(node.item)
        ? `${typeInParentheses(node.item, indent, column, tail + 2)}[]`
        : `${type(node.item, indent, column, tail + 2)}[]`;
    case "object":
      return objectType(node.members, indent);
    case "mapped":
      return mappedType(node, indent);
    case "reference":
      return node.args.length === 0 ? node.name : generic(node.name, node.args, indent, column, tail);
    case "keyword":
    case "text":
      return flatType(node);
    default:
      throw new NotPrintable(flatType(node));
  }
}

/** Prints a type alias up to the semicolon. `head` is `export type Name =`. */
export function alias(head: string, node: TypeNode): string {
  const line = typeOnLine(node);
  if (line !== undefined && fits(line, head.length + 2)) {
    return `${head} ${line}`;
  }
  if (node.kind === "union" && !isHugged(node.of)) {
    return head + lowerUnion(node.of, step, 1);
  }
  const { text, isWhole } = typeStart(node);
  return fits(text, head.length + 1 + (isWhole ? 1 : 0))
    ? `${head} ${type(node, 0, head.length + 1, 1)}`
    : `${head}\n${margin(step)}${type(node, step, step, 1)}`;
}

/** Prints a name with its type: `name?: type`. `before` ends with the colon. */
export function nameWithType(before: string, node: TypeNode, indent: number, tail: number): string {
  const printed = type(node, indent, indent + before.length + 1, tail);
  return printed.startsWith("\n") ? before + printed : `${before} ${printed}`;
}

/** Prints properties with their comments, each on its own line. */
export function properties(members: readonly MemberType[], indent: number): string {
  return members
    .map((member) => {
      const printed = nameWithType(`${memberName(member)}:`, member.type, indent, 1);
      return `${comment(member.doc, indent)}${margin(indent)}${printed};\n`;
    })
    .join("");
}

/** Prints a comment, indented. */
export function comment(doc: string | undefined, indent: number): string {
  return commentLines(doc)
    .map((line) => `${margin(indent)}${line}\n`)
    .join("");
}

function union(
  members: readonly TypeNode[],
  indent: number,
  column: number,
  tail: number,
  isArgument: boolean,
): string {
  if (!isHugged(members)) {
    return isArgument ? brokenUnion(members, indent, tail).trimStart() : lowerUnion(members, indent + step, tail);
  }
  // All members but one are `null` or `void`, and stay on the line on which that member ends.
  let printed = "";
  for (const [index, member] of members.entries()) {
    const line = printed.slice(printed.lastIndexOf("\n") + 1);
    const at = (printed.includes("\n") ? 0 : column) + line.length;
    const rest = members.slice(index + 1).map((other) => ` | ${flatType(other)}`);
    printed += type(member, indent, at, rest.join("").length + tail) + (rest.length === 0 ? "" : " | ");
  }
  return printed;
}

function typeInParentheses(node: TypeNode, indent: number, column: number, tail: number): string {
  if (node.kind !== "union") {
    throw new NotPrintable(flatType(node));
  }
  return isHugged(node.of)
    ? `(${union(node.of, indent, column + 1, tail + 1, false)})`
    : `(${lowerUnion(node.of, indent + step, 0)}\n${margin(indent)})`;
}

/** Prints a union on the line below its declaration, or on several lines if it does not fit on one. */
function lowerUnion(members: readonly TypeNode[], indent: number, tail: number): string {
  const line = typeOnLine({ kind: "union", of: members });
  return line !== undefined && fits(line, indent + tail)
    ? `\n${margin(indent)}${line}`
    : brokenUnion(members, indent, tail);
}

/** Prints the members of a union on separate lines, with a line break before the first. */
function brokenUnion(members: readonly TypeNode[], indent: number, tail: number): string {
  return members
    .map((member, index) => {
      const isLast = index === members.length - 1;
      return `\n${margin(indent)}| ${type(member, indent + 2, indent + 2, isLast ? tail : 0)}`;
    })
    .join("");
}

/** Whether a union is a single type or null, which prettier never breaks. */
function isHugged(members: readonly TypeNode[]): boolean {
  const [first, ...others] = members.filter((member) => !isNothing(member));
  return first !== undefined && others.length === 0 && isNamedOrObject(first);
}

function isNothing(node: TypeNode): boolean {
  return node.kind === "keyword" && (node.name === "null" || node.name === "void");
}

function isNamedOrObject(node: TypeNode): boolean {
  return node.kind === "object" ? node.members.every(({ doc }) => doc === undefined) : node.kind === "reference";
}

function objectType(members: readonly MemberType[], indent: number): string {
  return members.length === 0 ? "{}" : `{\n${properties(members, indent + step)}${margin(indent)}}`;
}

/** Prints a mapped type on several lines. */
export function mappedType(node: Extract<TypeNode, { kind: "mapped" }>, indent: number): string {
  const inner = indent + step;
  return `{\n${margin(inner)}${nameWithType(`${mappedName(node)}:`, node.type, inner, 1)};\n${margin(indent)}}`;
}

function generic(name: string, args: readonly TypeNode[], indent: number, column: number, tail: number): string {
  const [first] = args;
  if (first !== undefined && args.length === 1 && isUnbreakable(first)) {
    return `${name}<${type(first, indent, column + name.length + 1, tail + 1)}>`;
  }
  const inner = indent + step;
  const lines = args.map((arg, index) => {
    return margin(inner) + type(arg, inner, inner, index === args.length - 1 ? 0 : 1, true);
  });
  return `${name}<\n${lines.join(",\n")}\n${margin(indent)}>`;
}

/** Whether the only argument of a type stays on the line of the bracket: a name, a text, an object, or a union of one of these with `null` or `void`. */
function isUnbreakable(node: TypeNode): boolean {
  switch (node.kind) {
    case "union":
      return isHugged(node.of);
    case "object":
    case "mapped":
      return true;
    case "reference":
      return node.args.length === 0;
    case "keyword":
    case "text":
      return true;
    default:
      return false;
  }
}

/** Returns the start of a type up to the first possible line break, and whether that is the whole type. */
function typeStart(node: TypeNode): { readonly text: string; readonly isWhole: boolean } {
  switch (node.kind) {
    case "reference":
      return node.args.length === 0 ? whole(node) : { text: `${node.name}<`, isWhole: false };
    case "object":
    case "mapped":
      return { text: "{", isWhole: false };
    case "array":
      return isGrouped(node.item) && !(node.item.kind === "union" && isHugged(node.item.of))
        ? { text: "(", isWhole: false }
        : startOf([node.item], node);
    case "union":
      return startOf(node.of, node);
    case "keyword":
    case "text":
      return whole(node);
    default:
      throw new NotPrintable(flatType(node));
  }
}

/** Returns the start of a type that can only be broken inside one of its parts. */
function startOf(parts: readonly TypeNode[], node: TypeNode): { readonly text: string; readonly isWhole: boolean } {
  const before = node.kind === "array" && isGrouped(node.item) ? "(" : "";
  let text = before;
  for (const part of parts) {
    const start = typeStart(part);
    text += start.text;
    if (!start.isWhole) {
      return { text, isWhole: false };
    }
    text += " | ";
  }
  return whole(node);
}

function whole(node: TypeNode): { readonly text: string; readonly isWhole: true } {
  return { text: flatType(node), isWhole: true };
}
