import type { Value } from "../../api.js";
import type { Expression, Literal } from "./parse.js";

/**
 * Whether an expression is true (CLI-15). `valueOf` returns null for an attribute that the route does not have, and
 * undefined if no literal equals the value.
 */
export function holds(expression: Expression, valueOf: (attribute: string) => Value | undefined): boolean {
  switch (expression.kind) {
    case "and":
      return holds(expression.left, valueOf) && holds(expression.right, valueOf);
    case "or":
      return holds(expression.left, valueOf) || holds(expression.right, valueOf);
    case "=":
      return equals(valueOf(expression.attribute), expression.literal);
    case "!=":
      return !equals(valueOf(expression.attribute), expression.literal);
  }
}

/**
 * Whether a value is equal to a literal. Numbers are compared by value, and booleans count as 1 and 0 (QUIRK-6), as
 * existing filters expect. A tag is not equal to any literal.
 */
function equals(value: Value | undefined, literal: Literal): boolean {
  const [a, b] = [asNumber(value), asNumber(literal)];
  // `===` would distinguish 1n from 1.
  return a !== undefined && b !== undefined ? a <= b && a >= b : value === literal;
}

function asNumber(value: Value | undefined): number | bigint | undefined {
  switch (typeof value) {
    case "number":
    case "bigint":
      return value;
    case "boolean":
      return Number(value);
    default:
      return undefined;
  }
}
