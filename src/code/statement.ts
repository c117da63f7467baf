import { typescript } from "./layout/expression.js";
import { named } from "./layout/named.js";
import type { Statement } from "./tree/expression.js";

/** A statement on as many lines as it needs at an indentation. */
export function statementLines(statement: Statement, indent = 0): string[] {
  return (" ".repeat(indent) + typescript.statement(statement, indent)).split("\n");
}

/** An import of values. */
export function importStatement(names: readonly string[], from: string): string[] {
  return named(
    "import ",
    names.map((name) => ({ name })),
    from,
  ).split("\n");
}
