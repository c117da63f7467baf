import type { ImportDeclarationStructure, StatementStructures } from "ts-morph";
import { aliasKind, functionKind, importKind, interfaceKind, variableKind } from "../kinds.js";
import type { EmittedModule, PartStatement, Statement } from "../module.js";
import { printAlias, printFunction, printInterface, printVariable, type PrintedStatement } from "./declaration.js";
import { assignment } from "../layout/expression.js";
import { namedParts } from "./named-imports.js";
import { named, type Named } from "../layout/named.js";
import { NotPrintable } from "../layout/not-printable.js";
import { mentionedNames } from "./mentions.js";

/** A module in its three forms. */
export interface PrintedModule {
  /** TypeScript, as prettier would format it. */
  readonly source: string;
  readonly script: string;
  readonly declarations: string;
}

/** Statements that stand together in a module, or one that several parts of it have. */
interface PrintedPiece extends PrintedStatement {
  readonly isDeclaration: boolean;
  /** The id of a statement of which only the first one stands in the module; undefined for others. */
  readonly shared: string | undefined;
}

/** A part of a module in its three forms. */
export interface PrintedPart {
  readonly pieces: readonly PrintedPiece[];
  /** The imported types that its declarations mention: only they are imported there. */
  readonly mentioned: readonly string[];
}

/** Prints a module. Throws a {@link NotPrintable} for structures and code that are not of the kind that our emitters write. */
export function printModule({ statements }: EmittedModule): PrintedModule {
  const isAbove = (statement: Statement): boolean =>
    typeof statement === "string" ? /^\/\/|^export \{\};$/.test(statement) : isImport(statement);
  const above = statements.filter(isAbove);
  const others = statements.filter((statement) => !isAbove(statement));
  const types = above.filter(isImport).flatMap(localNames);
  return joinParts(above, [
    printPart(
      others.map((statement) => ({ statement, shared: undefined })),
      types,
    ),
  ]);
}

/**
 * Prints declarations and lists of exports; `types` are the types that they may import, by their local names. Throws a
 * {@link NotPrintable} as above.
 */
export function printPart(statements: readonly PartStatement[], types: readonly string[]): PrintedPart {
  const pieces = statements.map(({ statement, shared }): PrintedPiece => {
    const isText = typeof statement === "string";
    const { source, script, declarations } = isText ? printText(statement) : printDeclaration(statement);
    return { source, script, declarations, isDeclaration: !isText || !statement.startsWith("export "), shared };
  });
  return { pieces, mentioned: mentionedNames(types, statements) };
}

/** A module from its imports, and what else stands above, and its parts. */
export function joinParts(above: readonly Statement[], parts: readonly PrintedPart[]): PrintedModule {
  const used = new Set(parts.flatMap(({ mentioned }) => mentioned));
  const source = new Text();
  const script = new Text();
  const declarations = new Text();
  const add = (printed: PrintedStatement, isDeclaration: boolean): void => {
    source.add(printed.source, isDeclaration);
    script.add(printed.script, isDeclaration);
    declarations.add(printed.declarations, isDeclaration);
  };
  above.forEach((statement) => add(isImport(statement) ? printImport(statement, used) : printLine(statement), false));
  const seen = new Set<string>();
  for (const { pieces } of parts) {
    for (const piece of pieces) {
      if (piece.shared === undefined || !seen.has(piece.shared)) {
        add(piece, piece.isDeclaration);
      }
      if (piece.shared !== undefined) {
        seen.add(piece.shared);
      }
    }
  }
  return { source: source.finish(), script: script.finish(), declarations: declarations.finish() };
}

/** A line that is the same in all forms of a module. */
function printLine(line: Statement): PrintedStatement {
  if (typeof line !== "string") {
    throw new NotPrintable(JSON.stringify(line));
  }
  return { source: line, script: line, declarations: line };
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

/** The statements that emitters give as text: lists of exports and constants of the module. */
function printText(text: string): PrintedStatement {
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

function isImport(statement: Statement): statement is ImportDeclarationStructure {
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
