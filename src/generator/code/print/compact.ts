import { flatBody, flatExpression } from "../flat/expression.js";
import { NotPrintable } from "../layout/page.js";
import type { TypeScriptModule } from "../module.js";
import type { Import, ListedName } from "../tree/declaration.js";

/** A module as the body of a function `(use, exports)`, where `use` returns the exports of another module by its id. */
export interface CompactModule {
  /** The path in the package without `src/` and without extension: `files/codecs`. */
  readonly id: string;
  /** The ids of the imported modules. */
  readonly uses: readonly string[];
  readonly code: string;
}

/**
 * Prints a module as JavaScript without types, comments and formatting, for classic scripts. Functions are exported before
 * other modules are loaded, so that modules of functions can import each other. Throws a {@link NotPrintable} for
 * re-exports, which the modules of checks and routes do not have.
 */
export function compactModule({ path, imports, declarations }: TypeScriptModule): CompactModule {
  const id = path.replace(/^src\//, "").replace(/\.ts$/, "");
  const used = imports
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map((each) => ({ names: importedNames(each), id: resolve(each.from, id) }));
  const functions: string[] = [];
  const constants: string[] = [];
  const body: string[] = [];
  for (const declaration of declarations) {
    switch (declaration.kind) {
      case "function": {
        const { name, isExported, parameters } = declaration;
        const list = parameters.map(({ name, initializer }) =>
          initializer === undefined ? name : `${name}=${flatExpression(initializer, "javascript")}`,
        );
        body.push(`function ${name}(${list.join(",")}){${flatBody(declaration.body, "javascript")}}`);
        functions.push(...(isExported ? [name] : []));
        break;
      }
      case "constant": {
        const { name, isExported, value } = declaration;
        const equals = isExported ? "=" : " = ";
        body.push(`const ${name}${equals}${flatExpression(value, "javascript")};`);
        constants.push(...(isExported ? [name] : []));
        break;
      }
      case "exported names":
        if (declaration.from !== undefined) {
          throw new NotPrintable(declaration.from);
        }
        functions.push(...declaration.names.map(({ name, alias }) => memberText(alias ?? name, name)));
        break;
      case "exported module":
        throw new NotPrintable(declaration.from);
      default:
    }
  }
  const code = [
    exportsOf(functions),
    ...used.map((each) => `const ${each.names}=use(${JSON.stringify(each.id)});`),
    ...body,
    exportsOf(constants),
  ].filter((part) => part !== "");
  return { id, uses: used.map((each) => each.id), code: code.join("\n") };
}

function exportsOf(names: readonly string[]): string {
  return names.length === 0 ? "" : `Object.assign(exports,{${names.join(",")}});`;
}

function importedNames({ names }: Import): string {
  if (typeof names === "string") {
    return names;
  }
  const values = names.filter(({ isType }: ListedName) => isType !== true);
  return `{${values.map(({ name, alias }) => memberText(name, alias ?? name)).join(",")}}`;
}

/** Returns a member of an object or of a pattern: `name:value`. */
function memberText(name: string, value: string): string {
  return name === value ? name : `${name}:${value}`;
}

/** Returns the id of the module that the module `from` imports by a relative path such as `../runtime/shared.js`. */
function resolve(specifier: string, from: string): string {
  return new URL(specifier, `file:///${from}`).pathname.slice(1).replace(/\.js$/, "");
}
