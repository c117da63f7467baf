import { assignment, expression, member } from "../layout/expression.js";
import { functionHead, parseParameter, type Parameter } from "../layout/function-head.js";
import { NotPrintable } from "../layout/not-printable.js";
import { fits, margin, step } from "../layout/page.js";
import { find, split } from "../layout/scan.js";
import { typeless } from "./typeless.js";

/** The body of a function twice: with types, and as JavaScript. */
export interface PrintedLines {
  readonly source: string;
  readonly script: string;
}

/**
 * Prints the body of a function. It is given as lines, each with a statement, the beginning or the end of a block, or a
 * member of an object that has methods; they are not indented, and may be too long.
 */
export function bodyLines(code: string): PrintedLines {
  const source: string[] = [];
  const script: string[] = [];
  let block: Block = { indent: 0, isSwitch: false, outer: undefined };
  for (const text of code.split("\n")) {
    if (text.startsWith("}")) {
      const line = margin(block.indent) + text;
      source.push(line);
      script.push(line);
      block = block.outer ?? block;
      continue;
    }
    const isCase = text.startsWith("case ");
    const indent = block.indent + (block.isSwitch && !isCase ? 2 * step : step);
    const printed = printedLine(text, indent);
    source.push(printed.source);
    script.push(printed.script);
    if (text.endsWith("{")) {
      block = { indent, isSwitch: text.startsWith("switch "), outer: block };
    }
  }
  return { source: source.join("\n"), script: script.join("\n") };
}

interface Block {
  readonly indent: number;
  readonly isSwitch: boolean;
  readonly outer: Block | undefined;
}

function printedLine(text: string, indent: number): PrintedLines {
  const start = margin(indent);
  if (text.endsWith("{") && /^[\w$]+\(/.test(text) && !/^(?:if|switch) /.test(text)) {
    return methodHead(text, indent);
  }
  const plain = typeless(text);
  const source = start + statement(text, indent);
  return { source, script: plain === text ? source : start + statement(plain, indent) };
}

/** The beginning of a method of an object literal. */
function methodHead(text: string, indent: number): PrintedLines {
  const open = text.indexOf("(");
  const inner = text.slice(open + 1, text.lastIndexOf(")"));
  const parameters: Parameter[] = inner === "" ? [] : split(inner, ", ").map(parseParameter);
  const name = text.slice(0, open);
  const start = margin(indent);
  return {
    source: `${start}${functionHead(name, parameters, "", indent, 2)} {`,
    script: `${start}${functionHead(name, parameters.map(withoutType), "", indent, 2)} {`,
  };
}

function withoutType({ name, initializer }: Parameter): Parameter {
  return { name, isOptional: false, type: "", initializer };
}

function statement(text: string, indent: number): string {
  if (fits(text, indent)) {
    return text;
  }
  if (text.startsWith("return ") && text.endsWith(";")) {
    return `return ${expression(text.slice(7, -1), indent, indent + 7, 1)};`;
  }
  if (text.startsWith("const ") && text.endsWith(";")) {
    const end = find(text, " = ") + 2;
    return `${assignment(text.slice(0, end), text.slice(end + 1, -1), indent, indent + end, 1)};`;
  }
  if (text.endsWith(",")) {
    return `${member(text.slice(0, -1), indent)},`;
  }
  if (text.startsWith("case ")) {
    return text; // which nothing can break
  }
  throw new NotPrintable(text);
}
