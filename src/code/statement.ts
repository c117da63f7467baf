import { assignment, expression } from "./layout/expression.js";
import { named } from "./layout/named.js";

/** A call, or a constant with its result, as a statement, on as many lines as it needs. */
export function statement(code: string, indent = 0): string[] {
  const start = " ".repeat(indent);
  const [left] = /^(?:const \w+ =|throw)/.exec(code) ?? [];
  const value = code.slice(left === undefined ? 0 : left.length + 1);
  const printed =
    left?.startsWith("const ") === true
      ? assignment(left, value, indent, indent + left.length, 1)
      : `${left === undefined ? "" : "throw "}${expression(value, indent, indent + code.length - value.length, 1)}`;
  return `${start}${printed};`.split("\n");
}

/** An import of values. */
export function importStatement(names: readonly string[], from: string): string[] {
  const parts = names.map((text) => ({ text, isType: false }));
  return named("import ", parts, `"${from}"`).split("\n");
}
