import type { ImportDeclarationStructure, StatementStructures } from "ts-morph";
import { aliasKind, functionKind, importKind, interfaceKind, variableKind } from "../kinds.js";
import type { EmittedModule } from "../module.js";
import { printAlias, printFunction, printInterface, printVariable, type PrintedStatement } from "./declaration.js";
import { assignment } from "../layout/expression.js";
import { namedParts } from "./named-imports.js";
import { named, type Named } from "../layout/named.js";
import { NotPrintable } from "../layout/not-printable.js";
import { mentionedNames } from "./mentions.js";
import type { StatementMemory } from "./statement-memory.js";

/** A module in its three forms. */
export interface PrintedModule {
  /** TypeScript, as prettier would format it. */
  readonly source: string;
  readonly script: string;
  readonly declarations: string;
}

/**
 * Prints a module; declarations that are remembered as they are need not be printed again. Throws a {@link NotPrintable}
 * for structures and code that are not of the kind that our emitters write.
 */
export function printModule({ statements }: EmittedModule, memory?: StatementMemory): PrintedModule {
  const used = mentionedNames(statements.filter(isImport).flatMap(localNames), statements);
  const source = new Text();
  const script = new Text();
  const declarations = new Text();
  for (const statement of statements) {
    const printed = printStatement(statement, used, memory);
    const isDeclaration = !(typeof statement === "string" ? /^(?:\/\/|export )/.test(statement) : isImport(statement));
    source.add(printed.source, isDeclaration);
    script.add(printed.script, isDeclaration);
    declarations.add(printed.declarations, isDeclaration);
  }
  return { source: source.finish(), script: script.finish(), declarations: declarations.finish() };
}

/** Statements with an empty line before and after each declaration. */
class Text {
  readonly #parts: string[] = [];
  #isModule = false;
  #wasDeclaration = false;

  add(text: string, isDeclaration: boolean): void {
    if (text === "") {
      return;
    }
    if ((isDeclaration && this.#parts.length > 0) || this.#wasDeclaration) {
      this.#parts.push("");
    }
    this.#wasDeclaration = isDeclaration;
    this.#parts.push(text);
    this.#isModule ||= !text.startsWith("//");
  }

  finish(): string {
    return [...this.#parts, ...(this.#isModule ? [] : ["export {};"]), ""].join("\n");
  }
}

function printStatement(
  statement: StatementStructures | string,
  used: ReadonlySet<string>,
  memory: StatementMemory | undefined,
): PrintedStatement {
  if (typeof statement === "string") {
    return printText(statement);
  }
  if (isImport(statement)) {
    return printImport(statement, used);
  }
  return memory?.printed(statement, printDeclaration) ?? printDeclaration(statement);
}

function printDeclaration(statement: StatementStructures): PrintedStatement {
  switch (statement.kind) {
    case interfaceKind:
      return printInterface(statement);
    case aliasKind:
      return printAlias(statement);
    case functionKind:
      return printFunction(statement);
    case variableKind:
      return printVariable(statement);
    default:
      throw new NotPrintable(JSON.stringify(statement));
  }
}

/** The statements that emitters give as text: the line above all others, lists of exports, constants of the module. */
function printText(text: string): PrintedStatement {
  if (text.startsWith("//") || text === "export {};") {
    return { source: text, script: text, declarations: text };
  }
  const exports = /^export (type )?(?:\{ (.*) \}|\*.*?)(?: from (".*"))?;$/.exec(text);
  if (exports !== null) {
    const [, type = "", list, from] = exports;
    if (list === undefined) {
      return { source: text, script: type === "" ? text : "", declarations: text };
    }
    const parts = list.split(", ").map((part) => ({ text: part, isType: type !== "" || part.startsWith("type ") }));
    const whole = named(`export ${type}`, parts, from);
    return { source: whole, script: named("export ", parts.filter(isValue), from), declarations: whole };
  }
  const equals = text.indexOf(" = ");
  if (text.startsWith("const ") && equals >= 0) {
    const printed = assignment(text.slice(0, equals + 2), text.slice(equals + 3, -1), 0, equals + 2, 1);
    return { source: `${printed};`, script: `${printed};`, declarations: "" };
  }
  throw new NotPrintable(text);
}

function printImport(structure: ImportDeclarationStructure, used: ReadonlySet<string>): PrintedStatement {
  const { isTypeOnly = false, moduleSpecifier, namespaceImport } = structure;
  const start = isTypeOnly ? "import type " : "import ";
  const from = `"${moduleSpecifier}"`;
  if (namespaceImport !== undefined) {
    const text = `${start}* as ${namespaceImport} from ${from};`;
    return { source: text, script: isTypeOnly ? "" : text, declarations: used.has(namespaceImport) ? text : "" };
  }
  const parts = namedParts(structure);
  return {
    source: named(start, parts, from),
    script: isTypeOnly ? "" : named(start, parts.filter(isValue), from),
    declarations: named(
      start,
      parts.filter(({ local }) => used.has(local)),
      from,
    ),
  };
}

function isValue({ isType }: Named): boolean {
  return !isType;
}

function isImport(statement: StatementStructures | string): statement is ImportDeclarationStructure {
  return typeof statement !== "string" && statement.kind === importKind;
}

function localNames(structure: ImportDeclarationStructure): string[] {
  const { isTypeOnly = false, namespaceImport } = structure;
  if (namespaceImport !== undefined) {
    return isTypeOnly ? [namespaceImport] : [];
  }
  return namedParts(structure)
    .filter(({ isType }) => isTypeOnly || isType)
    .map(({ local }) => local);
}
