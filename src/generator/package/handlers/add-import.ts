import { ts } from "ts-morph";
import type { Edit } from "./edit.js";

/** The name by which a module refers to an imported value. */
interface Imported {
  readonly name: string;
  /** The edits that add the import, if it is missing. */
  readonly edits: readonly Edit[];
}

/** Ensures that a module imports a value from the module `from`. */
export function addImport(value: string, from: string, module: ts.SourceFile): Imported {
  const imports = module.statements.filter(ts.isImportDeclaration);
  const bindings = imports
    .filter(({ moduleSpecifier }) => ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === from)
    .filter(({ importClause }) => importClause !== undefined && importClause.phaseModifier === undefined)
    .flatMap(({ importClause }) => importClause?.namedBindings ?? []);
  for (const binding of bindings) {
    const name = ts.isNamespaceImport(binding) ? `${binding.name.text}.${value}` : localName(value, binding);
    if (name !== undefined) {
      return { name, edits: [] };
    }
  }
  const last = bindings
    .filter(ts.isNamedImports)
    .flatMap(({ elements }) => [...elements])
    .at(-1);
  return {
    name: value,
    edits: [
      last === undefined ? importLine(value, from, imports.at(-1), module) : { at: last.end, text: `, ${value}` },
    ],
  };
}

function localName(value: string, { elements }: ts.NamedImports): string | undefined {
  return elements.find(({ name, propertyName, isTypeOnly }) => (propertyName ?? name).text === value && !isTypeOnly)
    ?.name.text;
}

function importLine(value: string, from: string, after: ts.Node | undefined, module: ts.SourceFile): Edit {
  const newline = module.text.includes("\r\n") ? "\r\n" : "\n";
  const line = `import { ${value} } from ${JSON.stringify(from)};`;
  return after === undefined
    ? { at: module.statements[0]?.getStart(module, true) ?? 0, text: line + newline }
    : { at: after.end, text: newline + line };
}
