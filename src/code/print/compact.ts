import type { StatementStructures } from "ts-morph";
import { functionKind, importKind, variableKind } from "../kinds.js";
import type { EmittedModule } from "../module.js";
import { NotPrintable } from "../layout/not-printable.js";
import { typeless } from "./typeless.js";

/** A module as the body of a function `(use, exports)`: `use` gives the exports of another module by its id. */
export interface CompactModule {
  /** The path in the package without `src/` and the extension: `files/codecs`. */
  readonly id: string;
  /** The ids of the modules that it uses. */
  readonly uses: readonly string[];
  readonly code: string;
}

/**
 * A module of generated code as JavaScript without types, comments and formatting, for classic scripts. Functions are exported
 * before other modules are used, so that modules of nothing but functions can use each other. Throws a
 * {@link NotPrintable} for statements that modules of messages and routes do not have.
 */
export function compactModule({ path, statements }: EmittedModule): CompactModule {
  const id = path.replace(/^src\//, "").replace(/\.ts$/, "");
  const uses: string[] = [];
  const imports: string[] = [];
  const functions: string[] = [];
  const constants: string[] = [];
  const body: string[] = [];
  for (const statement of statements) {
    if (typeof statement === "string") {
      const exported = readExports(statement);
      functions.push(...exported);
      body.push(...(exported.length > 0 || isIgnored(statement) ? [] : [statement]));
    } else if (statement.kind === importKind) {
      if (statement.isTypeOnly !== true) {
        const used = resolve(statement.moduleSpecifier, id);
        uses.push(used);
        imports.push(`const ${importedNames(statement)}=use(${JSON.stringify(used)});`);
      }
    } else if (statement.kind === functionKind) {
      const { name = "", isExported = false, parameters = [], statements: code } = statement;
      const list = parameters.map(({ name, initializer }) =>
        initializer === undefined ? name : `${name}=${text(initializer)}`,
      );
      body.push(`function ${name}(${list.join(",")}){${typelessLines(bodyText(code))}}`);
      functions.push(...(isExported ? [name] : []));
    } else if (statement.kind === variableKind) {
      for (const { name, initializer } of statement.declarations) {
        body.push(`const ${name}=${typelessLines(text(initializer))};`);
        constants.push(name);
      }
    }
  }
  const code = [exportsOf(functions), ...imports, ...body, exportsOf(constants)].filter((part) => part !== "");
  return { id, uses, code: code.join("\n") };
}

/** The members of `export { checkA as checkB };`; none for other statements. */
function readExports(statement: string): string[] {
  const [, list] = /^export \{ ([^}]*) \};$/.exec(statement) ?? [];
  return (list ?? "").split(", ").flatMap((part) => {
    const [name, alias] = part.split(" as ");
    return name === undefined || name === "" ? [] : [alias === undefined ? name : `${alias}:${name}`];
  });
}

function isIgnored(statement: string): boolean {
  if (statement.startsWith("//") || statement === "export {};") {
    return true;
  }
  if (statement.startsWith("const ")) {
    return false;
  }
  throw new NotPrintable(statement);
}

function exportsOf(names: readonly string[]): string {
  return names.length === 0 ? "" : `Object.assign(exports,{${names.join(",")}});`;
}

function importedNames({
  namespaceImport,
  namedImports,
}: Extract<StatementStructures, { kind: typeof importKind }>): string {
  if (namespaceImport !== undefined) {
    return namespaceImport;
  }
  const names = (Array.isArray(namedImports) ? namedImports : []).flatMap((named) => {
    if (typeof named !== "object") {
      throw new NotPrintable(String(named));
    }
    const { name, alias, isTypeOnly } = named;
    return isTypeOnly === true ? [] : [alias === undefined ? name : `${name}:${alias}`];
  });
  return `{${names.join(",")}}`;
}

/** The id of a module that the module with the id `from` imports as `../runtime/codecs.js`. */
function resolve(specifier: string, from: string): string {
  return new URL(specifier, `file:///${from}`).pathname.slice(1).replace(/\.js$/, "");
}

function bodyText(statements: unknown): string {
  return Array.isArray(statements) ? statements.map(text).join("\n") : text(statements);
}

function typelessLines(code: string): string {
  return code
    .split("\n")
    .map((line) => typeless(line))
    .join("\n");
}

/** A part of a structure that is text, as our emitters give it. */
function text(part: unknown): string {
  if (typeof part !== "string") {
    throw new NotPrintable(String(part));
  }
  return part;
}
