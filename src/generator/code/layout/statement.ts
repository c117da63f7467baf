import type { ListedName } from "../tree/declaration.js";
import type { Body } from "../tree/expression.js";
import { typescript } from "./expression.js";
import { fits, margin, step } from "./page.js";

/** Prints statements at an indentation, and returns the lines. */
export function statementLines(body: Body, indent = 0): string[] {
  return body.flatMap((each) => (" ".repeat(indent) + typescript.statement(each, indent)).split("\n"));
}

/** Prints an import of values, and returns the lines. */
export function importStatement(names: readonly string[], from: string): string[] {
  return printNames(
    "import ",
    names.map((name) => ({ name })),
    from,
  ).split("\n");
}

/**
 * Prints an import or export of names from a module, or an export of the module's own names; empty if there are no names. A
 * single name always stays on one line.
 */
export function printNames(start: string, names: readonly ListedName[], from: string | undefined): string {
  const parts = names.map(({ name, alias, isType = false }) => {
    return `${isType ? "type " : ""}${name}${alias === undefined ? "" : ` as ${alias}`}`;
  });
  if (parts.length === 0) {
    return "";
  }
  const end = from === undefined ? "};" : `} from "${from}";`;
  const flat = `${start}{ ${parts.join(", ")} ${end}`;
  if (parts.length === 1 || fits(flat, 0)) {
    return flat;
  }
  return `${start}{\n${parts.map((part) => `${margin(step)}${part},\n`).join("")}${end}`;
}
