import type { StatementStructures } from "ts-morph";
import { isEqual } from "../../ir/equal.js";
import type { PrintedStatement } from "./declaration.js";

/** Keeps what was printed of the declarations of a module: to compare one takes a fraction of what printing it takes. */
export class StatementMemory {
  readonly #known = new Map<string, { readonly statement: StatementStructures; readonly printed: PrintedStatement }>();

  /** What `print` gives for the statement, or has given for the last one of the same name if it was equal. */
  printed(
    statement: StatementStructures,
    print: (statement: StatementStructures) => PrintedStatement,
  ): PrintedStatement {
    const name = statementKey(statement);
    const known = this.#known.get(name);
    if (known !== undefined && isEqual(known.statement, statement)) {
      return known.printed;
    }
    const printed = print(statement);
    this.#known.set(name, { statement, printed });
    return printed;
  }
}

/** Types and values may have one name. */
function statementKey(statement: StatementStructures): string {
  const name =
    "declarations" in statement ? statement.declarations[0]?.name : "name" in statement ? statement.name : "";
  return `${statement.kind} ${name}`;
}
