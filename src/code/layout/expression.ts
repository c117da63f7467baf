import { NotPrintable } from "./not-printable.js";
import { fits, margin, step } from "./page.js";
import { after, find, split } from "./scan.js";

/**
 * Prints an expression, which is given on one line, as prettier would.
 *
 * `indent` is the indentation of the line that it begins on, `column` where it begins, and `tail` how many columns what
 * follows takes up to the next place where a line can end.
 */
export function expression(code: string, indent: number, column: number, tail: number): string {
  if (fits(code, column + tail) && !hasRows(code)) {
    return code;
  }
  const prefix = readPrefix(code);
  if (prefix !== "") {
    return prefix + expression(code.slice(prefix.length), indent, column + prefix.length, tail);
  }
  const { operator, group } = findShape(code);
  switch (operator) {
    case "none":
      return primary(code, group, indent, column, tail);
    case "?":
      return ternary(code, indent, column, tail);
    case "=>":
      return arrow(code, indent, column, tail);
    case "as":
      return cast(code, indent, column, tail);
    default:
      return binary(code, operator, indent, column, tail);
  }
}

/** What stands before an expression without a say in where it is broken. */
function readPrefix(code: string): string {
  return /^(?:\.\.\.|await |\/\*#__PURE__\*\/ )/.exec(code)?.[0] ?? "";
}

/** What comes between a thing and its value, as `=` of a constant or `:` of a property, and the value after it. */
export function assignment(
  left: string,
  value: string,
  indent: number,
  column: number,
  tail: number,
  isShort = false,
): string {
  if (fits(value, column + 1 + tail) && !hasRows(value)) {
    return `${left} ${value}`;
  }
  const isBelow =
    goesBelow(value, isShort) || (!isShort && !fits(unbreakableStart(value), column + 1 + headTail(value, tail)));
  return isBelow
    ? `${left}\n${margin(indent + step)}${expression(value, indent + step, indent + step, tail)}`
    : `${left} ${expression(value, indent, column + 1, tail)}`;
}

/** A member of an object literal. */
export function member(code: string, indent: number): string {
  if (fits(code, indent + 1) && !hasRows(code)) {
    return code;
  }
  const colon = code.startsWith("...") ? -1 : find(code, ": ");
  if (colon < 0 || (find(code, " ? ") >= 0 && find(code, " ? ") < colon)) {
    return expression(code, indent, indent, 1);
  }
  const isShort = colon < step + 3; // prettier leaves values beside such names, as nothing is won below
  return assignment(code.slice(0, colon + 1), code.slice(colon + 2), indent, indent + colon + 1, 1, isShort);
}

/** Whether there is a list of several objects with several members each, or of such lists: it is always broken. */
function hasRows(code: string): boolean {
  if (!code.includes("}, {") && !code.includes("], [")) {
    return false;
  }
  for (let at = 0; at < code.length;) {
    const end = after(code, at);
    const char = code.charAt(at);
    if (char === "[" && isRows(split(code.slice(at + 1, end - 1), ", "))) {
      return true;
    }
    at = char === "[" || char === "{" || char === "(" ? at + 1 : end;
  }
  return false;
}

function isRows(items: readonly string[]): boolean {
  const [bracket = ""] = items[0] ?? "";
  const isRow = (item: string): boolean => item.startsWith(bracket) && split(item.slice(1, -1), ", ").length > 1;
  return items.length > 1 && (bracket === "{" || bracket === "[") && items.every(isRow);
}

type Operator = "none" | "?" | "=>" | "as" | "&&" | "??" | "===" | "==";

/** What is done last in an expression, and where its last bracket opens. */
interface Shape {
  readonly operator: Operator;
  readonly group: number;
}

const operators: readonly (readonly [string, Operator])[] = [
  [" ? ", "?"],
  [" => ", "=>"],
  [" && ", "&&"],
  [" ?? ", "??"],
  [" === ", "==="],
  [" == ", "=="],
  [" as ", "as"],
];

function findShape(code: string): Shape {
  let group = -1;
  for (let at = 0; at < code.length;) {
    const char = code.charAt(at);
    if (char === " ") {
      return { operator: findOperator(code, at), group };
    }
    if (char === "(" || char === "[" || char === "{") {
      group = at;
    }
    at = after(code, at);
  }
  return { operator: "none", group };
}

function findOperator(code: string, from: number): Operator {
  const found = operators.find(([text]) => find(code, text, from) >= 0);
  if (found === undefined) {
    throw new NotPrintable(code);
  }
  return found[1];
}

function primary(code: string, group: number, indent: number, column: number, tail: number): string {
  if (code.startsWith("{")) {
    return brokenObject(code, indent);
  }
  if (code.startsWith("[")) {
    return brokenArray(code, indent);
  }
  if (code.startsWith("(")) {
    return `(${expression(code.slice(1, -1), indent, column + 1, tail + 1)})`;
  }
  return code.endsWith(")") && code.charAt(group) === "(" ? call(code, group, indent, column) : code;
}

function brokenObject(code: string, indent: number): string {
  const inner = indent + step;
  const members = split(code.slice(2, -2), ", ").map((text) => `${margin(inner)}${member(text, inner)},\n`);
  return code === "{}" ? code : `{\n${members.join("")}${margin(indent)}}`;
}

function brokenArray(code: string, indent: number): string {
  const inner = indent + step;
  const items = split(code.slice(1, -1), ", ");
  if (items.every((item) => /^-?[\d.]+n?$/.test(item))) {
    return `[\n${filled(items, inner)}\n${margin(indent)}]`;
  }
  return `[\n${listed(items, inner)}${margin(indent)}]`;
}

/** Expressions on lines of their own, each with a comma. */
function listed(items: readonly string[], indent: number): string {
  return items.map((item) => `${margin(indent)}${expression(item, indent, indent, 1)},\n`).join("");
}

/** As many numbers on each line as it holds. */
function filled(items: readonly string[], indent: number): string {
  const lines: string[] = [];
  let line = "";
  for (const item of items) {
    const longer = line === "" ? `${item},` : `${line} ${item},`;
    if (line !== "" && !fits(longer, indent)) {
      lines.push(margin(indent) + line);
      line = `${item},`;
    } else {
      line = longer;
    }
  }
  return [...lines, margin(indent) + line].join("\n");
}

function call(code: string, open: number, indent: number, column: number): string {
  const before = code.slice(0, open + 1);
  const args = split(code.slice(open + 1, -1), ", ");
  const last = args.at(-1) ?? "";
  if (last === "") {
    return code;
  }
  if (isHugged(args, last)) {
    const head = before + code.slice(open + 1, code.length - 1 - last.length);
    if (fits(head, column + 1)) {
      return `${head}${last.startsWith("{") ? brokenObject(last, indent) : brokenArray(last, indent)})`;
    }
  }
  return `${before}\n${listed(args, indent + step)}${margin(indent)})`;
}

/** Whether the last argument can open on the line of the call. */
function isHugged(args: readonly string[], last: string): boolean {
  const bracket = last.charAt(0);
  return (bracket === "{" || bracket === "[") && last.length > 2 && args.at(-2)?.charAt(0) !== bracket;
}

function ternary(code: string, indent: number, column: number, tail: number): string {
  const question = find(code, " ? ");
  const colon = findColon(code, question + 3);
  const test = code.slice(0, question);
  const value = code.slice(question + 3, colon);
  const otherwise = code.slice(colon + 3);
  const inner = indent + step;
  // Only a test that is a call, and no comparison, could be broken, and then it would have to be known where.
  if (!fits(test, column)) {
    throw new NotPrintable(code);
  }
  const first = `\n${margin(inner)}? ${expression(value, inner + step, inner + 2, 0)}`;
  const isChain = find(otherwise, " ? ") >= 0;
  const second = isChain
    ? ternary(otherwise, inner, inner + 2, tail)
    : expression(otherwise, inner + step, inner + 2, tail);
  return `${test}${first}\n${margin(inner)}: ${second}`;
}

/** The index of the colon that belongs to a question mark before an index. */
function findColon(code: string, from: number): number {
  const colon = find(code, " : ", from);
  const question = find(code, " ? ", from);
  return question >= 0 && question < colon ? findColon(code, findColon(code, question + 3) + 3) : colon;
}

function arrow(code: string, indent: number, column: number, tail: number): string {
  const end = find(code, " => ") + 3;
  if (!fits(code.slice(0, end), column)) {
    throw new NotPrintable(code);
  }
  const body = code.slice(end + 1);
  return `${code.slice(0, end)}\n${margin(indent + step)}${expression(body, indent + step, indent + step, tail)}`;
}

function cast(code: string, indent: number, column: number, tail: number): string {
  const end = find(code, " as ");
  return expression(code.slice(0, end), indent, column, tail + code.length - end) + code.slice(end);
}

function binary(code: string, operator: Operator, indent: number, column: number, tail: number): string {
  const [left = "", right = "", ...others] = split(code, ` ${operator} `);
  const head = `${left} ${operator}`;
  if (others.length > 0 || !fits(head, column)) {
    throw new NotPrintable(code);
  }
  if (right.startsWith("{") && right !== "{}") {
    return `${head} ${expression(right, indent, column + head.length + 1, tail)}`;
  }
  return `${head}\n${margin(indent + step)}${expression(right, indent + step, indent + step, tail)}`;
}

/** Whether a value that does not fit beside what it is assigned to always goes to the line below. */
function goesBelow(value: string, isShort: boolean): boolean {
  const prefix = readPrefix(value);
  if (prefix !== "") {
    return goesBelow(value.slice(prefix.length), isShort);
  }
  const { operator, group } = findShape(value);
  switch (operator) {
    case "none":
      return !isShort && (/^["']/.test(value) || isPath(value, group));
    case "?":
      return isComparison(value.slice(0, find(value, " ? ")));
    case "=>":
    case "as":
      return false;
    default:
      return true;
  }
}

function isComparison(test: string): boolean {
  return find(test, " ") >= 0;
}

/** A chain of names, whose calls have no argument or a short one: nothing is won by breaking it. */
function isPath(value: string, group: number): boolean {
  const isCall = value.endsWith(")") && value.charAt(group) === "(";
  const callee = isCall ? value.slice(0, group) : value;
  if (!/^[A-Za-z_$][\w$]*(?:<[\w$.]*>)?(?:\??\.[\w$]+)*$/.test(callee)) {
    return false;
  }
  return isCall ? isShortArgument(value.slice(group + 1, -1)) : callee.includes(".");
}

function isShortArgument(argument: string): boolean {
  return argument === "" || (argument.length <= 30 && /^(?:[\w$]+|"[^"]*"|'[^']*')$/.test(argument));
}

/** The beginning of a value up to the first place where its line can end. */
function unbreakableStart(value: string): string {
  const prefix = readPrefix(value);
  if (prefix !== "") {
    return prefix + unbreakableStart(value.slice(prefix.length));
  }
  const { operator, group } = findShape(value);
  switch (operator) {
    case "none":
      return group < 0 || isEmptyGroup(value, group) ? value : value.slice(0, value.search(/[([{]/) + 1);
    case "?":
      return value.slice(0, find(value, " ? "));
    case "=>":
      return value.slice(0, find(value, " => ") + 3);
    default:
      return value;
  }
}

function isEmptyGroup(value: string, group: number): boolean {
  return /^(?:\(\)|\{\}|\[\])/.test(value.slice(group, group + 2));
}

/** What follows a head on its line. */
function headTail(value: string, tail: number): number {
  return unbreakableStart(value).length === value.length ? tail : 0;
}
