import { typescript } from "./layout/expression.js";
import { named } from "./layout/named.js";
import type { Body } from "./tree/expression.js";

/** Prints statements at an indentation, and returns the lines. */
export function statementLines(body: Body, indent = 0): string[] {
  return body.flatMap((each) => (" ".repeat(indent) + typescript.statement(each, indent)).split("\n"));
}

/** Prints an import of values, and returns the lines. */
export function importStatement(names: readonly string[], from: string): string[] {
  return named(
    "import ",
    names.map((name) => ({ name })),
    from,
  ).split("\n");
}
