import {
  flatArrowHead,
  flatCallee,
  flatExpression,
  isBlock,
  isOperandGrouped,
  isShorthand,
  isValueGrouped,
  onLine,
  statementStart,
  flatParameter,
} from "../flat/expression.js";
import { flatType, type Language } from "../flat/type.js";
import { memberKey, stringCode } from "../literals.js";
import type {
  Arrow,
  Binary,
  Body,
  Call,
  Conditional,
  Expression,
  ObjectMember,
  Statement,
  Parameter,
} from "../tree/expression.js";
import type { TypeNode } from "../tree/type.js";
import { NotPrintable, fits, margin, step } from "./page.js";
import { nameWithType, mappedType } from "./type.js";

/** Prints expressions and statements as prettier would. */
class CodeLayout {
  readonly #language: Language;

  constructor(language: Language) {
    this.#language = language;
  }

  /**
   * Prints an expression. `indent` is the indentation of the line on which it starts, `column` is where it starts, and
   * `tail` is the number of columns that the code after it needs up to the next possible line break.
   */
  expression(expression: Expression, indent: number, column: number, tail: number): string {
    const line = onLine(expression, this.#language);
    if (line !== undefined && fits(line, column + tail)) {
      return line;
    }
    switch (expression.kind) {
      case "prefixed": {
        const { prefix, of } = expression;
        return prefix + this.#grouped(of, isOperandGrouped(of), indent, column + prefix.length, tail);
      }
      case "object":
        return this.#object(expression.members, indent);
      case "array":
        return this.#array(expression.items, indent);
      case "call":
        return this.#call(expression, indent, column);
      case "arrow":
        return this.#arrow(expression, indent, column, tail);
      case "conditional":
        return this.#conditional(expression, indent, column, tail);
      case "binary":
        return this.#binary(expression, indent, column, tail);
      case "as": {
        const end = this.#language === "typescript" ? ` as ${flatType(expression.type)}` : "";
        return this.expression(expression.of, indent, column, tail + end.length) + end;
      }
      default:
        return flatExpression(expression, this.#language);
    }
  }

  /** Prints an assignment. `left` is the left side, such as `const size =` or `size:`; `isShort` marks a very short key. */
  assignment(left: string, value: Expression, indent: number, column: number, tail: number, isShort = false): string {
    const line = onLine(value, this.#language);
    if (line !== undefined && fits(line, column + 1 + tail)) {
      return `${left} ${line}`;
    }
    const start = unbreakableStart(value, this.#language);
    const isBelow =
      goesBelow(value, isShort) || (!isShort && !fits(start.text, column + 1 + (start.isWhole ? tail : 0)));
    return isBelow
      ? `${left}\n${margin(indent + step)}${this.expression(value, indent + step, indent + step, tail)}`
      : `${left} ${this.expression(value, indent, column + 1, tail)}`;
  }

  /** Prints statements, each on its own line. */
  body(body: Body, indent: number): string {
    return body.map((statement) => margin(indent) + this.statement(statement, indent)).join("\n");
  }

  /** Prints a statement, without the indentation of the first line. */
  statement(statement: Statement, indent: number): string {
    switch (statement.kind) {
      case "constant": {
        const left = `const ${statement.name} =`;
        return `${this.assignment(left, statement.value, indent, indent + left.length, 1)};`;
      }
      case "if": {
        const head = `if (${flatExpression(statement.test, this.#language)}) {`;
        if (!fits(head, indent)) {
          throw new NotPrintable(head);
        }
        return `${head}\n${this.body(statement.body, indent + step)}\n${margin(indent)}}`;
      }
      case "switch": {
        const head = `switch (${flatExpression(statement.on, this.#language)}) {`;
        const cases = statement.cases.map(({ values, body }) => this.#case(values, body, indent + step));
        return [head, ...cases, `${margin(indent)}}`].join("\n");
      }
      default: {
        const start = statementStart(statement);
        return `${start}${this.expression(statement.value, indent, indent + start.length, 1)};`;
      }
    }
  }

  #case(values: readonly string[], body: Body, indent: number): string {
    const labels = values.map((value) => `${margin(indent)}case ${stringCode(value)}:`).join("\n");
    const lines = this.body(body, indent + step);
    return isBlock(body) ? `${labels} {\n${lines}\n${margin(indent)}}` : `${labels}\n${lines}`;
  }

  #grouped(expression: Expression, isGrouped: boolean, indent: number, column: number, tail: number): string {
    return isGrouped
      ? `(${this.expression(expression, indent, column + 1, tail + 1)})`
      : this.expression(expression, indent, column, tail);
  }

  #object(members: readonly ObjectMember[], indent: number): string {
    const inner = indent + step;
    const lines = members.map((member) => `${margin(inner)}${this.#member(member, inner)},\n`);
    return members.length === 0 ? "{}" : `{\n${lines.join("")}${margin(indent)}}`;
  }

  #member(member: ObjectMember, indent: number): string {
    switch (member.kind) {
      case "prefixed":
        return this.expression(member, indent, indent, 1);
      case "method": {
        const head = functionHead(member.name, member.parameters, undefined, this.#language, indent, 2);
        return `${head} {\n${this.body(member.body, indent + step)}\n${margin(indent)}}`;
      }
      case "property": {
        const key = memberKey(member.name);
        // prettier does not move a value below a key this short, because that gains nothing.
        const isShort = key.length < step + 3;
        return isShorthand(member)
          ? key
          : this.assignment(`${key}:`, member.value, indent, indent + key.length + 1, 1, isShort);
      }
    }
  }

  #array(items: readonly Expression[], indent: number): string {
    if (items.length === 0) {
      return "[]";
    }
    const inner = indent + step;
    return items.every(isNumber)
      ? `[\n${this.#filled(items, inner)}\n${margin(indent)}]`
      : `[\n${this.#listed(items, inner)}${margin(indent)}]`;
  }

  /** Prints expressions, each on its own line and with a comma. */
  #listed(items: readonly Expression[], indent: number): string {
    return items.map((item) => `${margin(indent)}${this.expression(item, indent, indent, 1)},\n`).join("");
  }

  /** Prints numbers, as many on each line as fit. */
  #filled(items: readonly Expression[], indent: number): string {
    const lines: string[] = [];
    let line = "";
    for (const item of items) {
      const text = flatExpression(item, this.#language);
      const longer = line === "" ? `${text},` : `${line} ${text},`;
      if (line !== "" && !fits(longer, indent)) {
        lines.push(margin(indent) + line);
        line = `${text},`;
      } else {
        line = longer;
      }
    }
    return [...lines, margin(indent) + line].join("\n");
  }

  #call(call: Call, indent: number, column: number): string {
    const { args } = call;
    const before = `${flatCallee(call, this.#language)}(`;
    const last = args.at(-1);
    if (last === undefined) {
      return `${before})`;
    }
    if (isHugged(args, last)) {
      const others = args.slice(0, -1).map((arg) => `${flatExpression(arg, this.#language)}, `);
      const head = before + others.join("");
      if (fits(head, column + 1)) {
        return `${head}${last.kind === "object" ? this.#object(last.members, indent) : this.#array(last.items, indent)})`;
      }
    }
    return `${before}\n${this.#listed(args, indent + step)}${margin(indent)})`;
  }

  #conditional(expression: Conditional, indent: number, column: number, tail: number): string {
    const { value, otherwise } = expression;
    const test = flatExpression(expression.test, this.#language);
    const inner = indent + step;
    // Breaking a test that is too long is not implemented.
    if (!fits(test, column)) {
      throw new NotPrintable(test);
    }
    const hasTypes = this.#language === "typescript";
    const first = this.#grouped(value, isValueGrouped(value, hasTypes), inner + step, inner + 2, 0);
    const second =
      otherwise.kind === "conditional"
        ? this.#conditional(otherwise, inner, inner + 2, tail)
        : this.#grouped(otherwise, isValueGrouped(otherwise, hasTypes), inner + step, inner + 2, tail);
    return `${test}\n${margin(inner)}? ${first}\n${margin(inner)}: ${second}`;
  }

  #arrow(arrow: Arrow, indent: number, column: number, tail: number): string {
    const head = flatArrowHead(arrow, this.#language);
    if (!fits(head, column)) {
      throw new NotPrintable(head);
    }
    const { body } = arrow;
    return body.kind === "object" || body.kind === "array"
      ? `${head} ${this.#grouped(body, body.kind === "object", indent, column + head.length + 1, tail)}`
      : `${head}\n${margin(indent + step)}${this.expression(body, indent + step, indent + step, tail)}`;
  }

  #binary({ left, operator, right }: Binary, indent: number, column: number, tail: number): string {
    const head = `${flatExpression(left, this.#language)} ${operator}`;
    if ((left.kind === "binary" && left.operator === operator) || !fits(head, column)) {
      throw new NotPrintable(head);
    }
    return right.kind === "object" && right.members.length > 0
      ? `${head} ${this.expression(right, indent, column + head.length + 1, tail)}`
      : `${head}\n${margin(indent + step)}${this.expression(right, indent + step, indent + step, tail)}`;
  }
}

type Collection = Extract<Expression, { kind: "object" | "array" }>;

/** Whether the last argument can start on the line of the call. */
function isHugged(args: readonly Expression[], last: Expression): last is Collection {
  return isCollection(last) && args.at(-2)?.kind !== last.kind;
}

function isCollection(expression: Expression): expression is Collection {
  return (
    (expression.kind === "object" && expression.members.length > 0) ||
    (expression.kind === "array" && expression.items.length > 0)
  );
}

function isNumber(item: Expression): boolean {
  return item.kind === "literal" && typeof item.value === "number";
}

export const typescript = new CodeLayout("typescript");
export const javascript = new CodeLayout("javascript");

/** Prints a function or method without its body: `before`, the parameters, and the result type, if there is one. */
export function functionHead(
  before: string,
  parameters: readonly Parameter[],
  result: TypeNode | undefined,
  language: Language,
  indent: number,
  tail: number,
): string {
  const resultType = language === "typescript" ? result : undefined;
  const end = resultType === undefined ? ")" : `): ${flatType(resultType)}`;
  const flat = parameters.map((parameter) => flatParameter(parameter, language));
  const line = `${before}(${flat.join(", ")}${end}`;
  if (fits(line, indent + tail) || parameters.length === 0) {
    return line;
  }
  const [{ name, type } = { name: "" }] = parameters;
  if (language === "typescript" && parameters.length === 1 && type?.kind === "mapped") {
    return `${before}(${name}: ${mappedType(type, indent)}${end}`;
  }
  const inner = indent + step;
  const lines = parameters.map((parameter, index) => {
    const text = flat[index] ?? "";
    const isFlat = fits(text, inner + 1);
    return `${margin(inner)}${isFlat ? text : brokenParameter(parameter, text, language, inner)},\n`;
  });
  const last = resultType === undefined ? ")" : nameWithType("):", resultType, indent, tail);
  return `${before}(\n${lines.join("")}${margin(indent)}${last}`;
}

function brokenParameter(parameter: Parameter, flat: string, language: Language, indent: number): string {
  const { name, isOptional = false, type, initializer } = parameter;
  if (type === undefined || language === "javascript") {
    return flat;
  }
  const end = initializer === undefined ? "" : ` = ${flatExpression(initializer, language)}`;
  return nameWithType(`${name}${isOptional ? "?" : ""}:`, type, indent, 1 + end.length) + end;
}

/** Whether a value that does not fit on the line of its assignment always moves to the next line. */
function goesBelow(value: Expression, isShort: boolean): boolean {
  switch (value.kind) {
    case "prefixed":
      return goesBelow(value.of, isShort);
    case "literal":
      return !isShort && typeof value.value === "string";
    case "member":
      return !isShort && isPath(value);
    case "call":
      return !isShort && isShortCall(value);
    case "conditional":
      return value.test.kind === "binary";
    case "binary":
      return true;
    default:
      return false;
  }
}

/** Returns the start of a value up to the first possible line break, and whether that is the whole value. */
function unbreakableStart(value: Expression, language: Language): { text: string; isWhole: boolean } {
  switch (value.kind) {
    case "prefixed": {
      const { text, isWhole } = unbreakableStart(value.of, language);
      return { text: value.prefix + text, isWhole };
    }
    case "object":
      return value.members.length === 0 ? { text: "{}", isWhole: true } : { text: "{", isWhole: false };
    case "array":
      return value.items.length === 0 ? { text: "[]", isWhole: true } : { text: "[", isWhole: false };
    case "call":
      return value.args.length === 0
        ? whole(value, language)
        : { text: `${flatCallee(value, language)}(`, isWhole: false };
    case "conditional":
      return { text: flatExpression(value.test, language), isWhole: false };
    case "arrow":
      return { text: flatArrowHead(value, language), isWhole: false };
    case "as":
      return language === "typescript" ? whole(value, language) : unbreakableStart(value.of, language);
    default:
      return whole(value, language);
  }
}

function whole(value: Expression, language: Language): { text: string; isWhole: true } {
  return { text: flatExpression(value, language), isWhole: true };
}

/** Whether a value is a chain of names. */
function isPath(value: Expression): boolean {
  return value.kind === "identifier" || (value.kind === "member" && isPath(value.of));
}

/** Whether a value is a call of a chain of names with at most one short argument. Breaking such a call gains nothing. */
function isShortCall({ callee, typeArguments, args, isNew }: Call): boolean {
  const [type, ...otherTypes] = typeArguments;
  const isPlain = type === undefined || (type.kind === "reference" && type.args.length === 0);
  return (
    !isNew && isPath(callee) && isPlain && otherTypes.length === 0 && args.length < 2 && args.every(isShortArgument)
  );
}

function isShortArgument(argument: Expression): boolean {
  return (
    (argument.kind === "identifier" || argument.kind === "literal") &&
    flatExpression(argument, "javascript").length <= 30
  );
}
