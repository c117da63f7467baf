import { memberKey, propertyKey, literalCode, stringCode } from "../literals.js";
import type {
  Arrow,
  Body,
  Call,
  Expression,
  MemberAccess,
  ObjectMember,
  Parameter,
  Statement,
} from "../tree/expression.js";
import { Line, writeType, writeTypeArguments, type Language } from "./type.js";

/** Prints an expression on one line; undefined if it needs several lines. */
export function onLine(expression: Expression, language: Language): string | undefined {
  if (expression.kind === "identifier") {
    return expression.name;
  }
  const line = new Line(language, true);
  writeExpression(expression, line);
  return line.text;
}

/** Prints an expression on one line, however long it is; only the statements of methods are on separate lines. */
export function flatExpression(expression: Expression, language: Language): string {
  return flat(expression, writeExpression, language);
}

/** Prints a parameter on one line. */
export function flatParameter(parameter: Parameter, language: Language): string {
  return flat(parameter, writeParameter, language);
}

/** Prints statements without indentation, one per line; blocks take several lines. */
export function flatBody(body: Body, language: Language): string {
  return body.map((statement) => flatStatement(statement, language)).join("\n");
}

function flatStatement(statement: Statement, language: Language): string {
  switch (statement.kind) {
    case "if":
      return `if (${flatExpression(statement.test, language)}) {\n${flatBody(statement.body, language)}\n}`;
    case "switch": {
      const cases = statement.cases.map(({ values, body }) => {
        const labels = values.map((value) => `case ${stringCode(value)}:`).join("\n");
        const lines = flatBody(body, language);
        return isBlock(body) ? `${labels} {\n${lines}\n}` : `${labels}\n${lines}`;
      });
      return [`switch (${flatExpression(statement.on, language)}) {`, ...cases, "}"].join("\n");
    }
    default:
      return `${statementStart(statement)}${flatExpression(statement.value, language)};`;
  }
}

/** Returns the code before the expression of a statement. */
export function statementStart(statement: Exclude<Statement, { kind: "if" | "switch" }>): string {
  switch (statement.kind) {
    case "constant":
      return `const ${statement.name} = `;
    case "expression":
      return "";
    default:
      return `${statement.kind} `;
  }
}

/** Whether the statements of a case need their own scope. */
export function isBlock(body: Body): boolean {
  return body.some(({ kind }) => kind === "constant");
}

/** Whether an expression is parenthesized as the operand of a prefix, and before a dot. */
export function isOperandGrouped({ kind }: Expression): boolean {
  return kind === "binary" || kind === "conditional";
}

/** Whether the value of a condition is parenthesized. */
export function isValueGrouped({ kind }: Expression, hasTypes: boolean): boolean {
  return kind === "as" && hasTypes;
}

/** Returns the part of a call before the arguments. */
export function flatCallee(call: Call, language: Language): string {
  return flat(call, writeCallee, language);
}

/** Returns the part of an arrow function before the body. */
export function flatArrowHead(arrow: Arrow, language: Language): string {
  return flat(arrow, writeArrowHead, language);
}

function flat<Node>(node: Node, write: (node: Node, line: Line) => void, language: Language): string {
  const line = new Line(language, false);
  write(node, line);
  return line.text ?? "";
}

function writeCallee({ isNew, callee, typeArguments }: Call, line: Line): void {
  line.write(isNew ? "new " : "");
  writeExpression(callee, line);
  if (line.hasTypes) {
    writeTypeArguments(typeArguments, line);
  }
}

function writeArrowHead({ isAsync, parameters }: Arrow, line: Line): void {
  line.write(isAsync ? "async (" : "(");
  line.list(parameters, ", ", writeParameter);
  line.write(") =>");
}

/** Whether prettier always breaks an array: one that consists of several objects, or several arrays, with more than one member each. */
function isRows(items: readonly Expression[]): boolean {
  const [first] = items;
  return (
    items.length > 1 &&
    items.every(
      (item) =>
        item.kind === first?.kind &&
        ((item.kind === "object" && item.members.length > 1) || (item.kind === "array" && item.items.length > 1)),
    )
  );
}

function writeExpression(expression: Expression, line: Line): void {
  switch (expression.kind) {
    case "identifier":
      line.write(expression.name);
      return;
    case "literal":
      line.write(literalCode(expression.value));
      return;
    case "notation":
      line.write(expression.text);
      return;
    case "member":
      writeMemberAccess(expression, line);
      return;
    case "call":
      writeCallee(expression, line);
      line.write("(");
      line.list(expression.args, ", ", writeExpression);
      line.write(")");
      return;
    case "object":
      writeList(expression.members, "{ ", " }", writeObjectMember, line);
      return;
    case "array":
      if (isRows(expression.items)) {
        line.break();
      }
      writeList(expression.items, "[", "]", writeExpression, line);
      return;
    case "prefixed":
      line.write(expression.prefix);
      writeGrouped(expression.of, isOperandGrouped(expression.of), line);
      return;
    case "arrow":
      writeArrowHead(expression, line);
      line.write(" ");
      writeGrouped(expression.body, expression.body.kind === "object", line);
      return;
    case "conditional":
      writeExpression(expression.test, line);
      line.write(" ? ");
      writeGrouped(expression.value, isValueGrouped(expression.value, line.hasTypes), line);
      line.write(" : ");
      writeGrouped(expression.otherwise, isValueGrouped(expression.otherwise, line.hasTypes), line);
      return;
    case "binary":
      writeExpression(expression.left, line);
      line.write(` ${expression.operator} `);
      writeExpression(expression.right, line);
      return;
    case "as":
      writeExpression(expression.of, line);
      if (line.hasTypes) {
        line.write(" as ");
        writeType(expression.type, line);
      }
  }
}

function writeGrouped(expression: Expression, isGrouped: boolean, line: Line): void {
  if (isGrouped) {
    line.write("(");
    writeExpression(expression, line);
    line.write(")");
  } else {
    writeExpression(expression, line);
  }
}

function writeMemberAccess({ of, name, isOptional }: MemberAccess, line: Line): void {
  writeGrouped(of, of.kind === "prefixed" || isOperandGrouped(of), line);
  const key = propertyKey(name);
  line.write(isOptional ? `?.${name}` : key === name ? `.${name}` : `[${key}]`);
}

function writeObjectMember(member: ObjectMember, line: Line): void {
  switch (member.kind) {
    case "property":
      line.write(memberKey(member.name));
      if (!isShorthand(member)) {
        line.write(": ");
        writeExpression(member.value, line);
      }
      return;
    case "method":
      line.break();
      line.write(`${member.name}(`);
      line.list(member.parameters, ", ", writeParameter);
      line.write(`) {\n${flatBody(member.body, line.hasTypes ? "typescript" : "javascript")}\n}`);
      return;
    case "prefixed":
      writeExpression(member, line);
  }
}

/** Whether a member can be written as `{ name }`: its value is a variable of the same name. */
export function isShorthand({ name, value }: Extract<ObjectMember, { kind: "property" }>): boolean {
  return value.kind === "identifier" && value.name === memberKey(name);
}

function writeParameter({ name, isOptional = false, type, initializer }: Parameter, line: Line): void {
  line.write(isOptional && line.hasTypes ? `${name}?` : name);
  if (type !== undefined && line.hasTypes) {
    line.write(": ");
    writeType(type, line);
  }
  if (initializer !== undefined) {
    line.write(" = ");
    writeExpression(initializer, line);
  }
}

function writeList<Item>(
  items: readonly Item[],
  open: string,
  close: string,
  write: (item: Item, line: Line) => void,
  line: Line,
): void {
  if (items.length === 0) {
    line.write(open.trimEnd() + close.trimStart());
    return;
  }
  line.write(open);
  line.list(items, ", ", write);
  line.write(close);
}
