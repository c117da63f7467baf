import { format } from "prettier";
import { ts } from "ts-morph";
import { style } from "./src/build/print.js";
import type { PrintedFile } from "./src/build/printed-file.js";

/*
 * Packages get the runtime as a few modules, one for each folder of templates/runtime. There, each file has one idea;
 * in a package, a hundred files would hide those that say what the API is.
 */

/** A file of the runtime. */
interface Part {
  readonly path: string;
  readonly source: ts.SourceFile;
  readonly imports: readonly Import[];
  /** The names that it declares at the top level. */
  readonly declared: ReadonlySet<string>;
  /** The names that it uses without importing them or declaring them anywhere. */
  readonly free: ReadonlySet<string>;
}

interface Import {
  /** The imported file. */
  readonly path: string;
  readonly name: string;
  readonly isType: boolean;
}

/**
 * A module for each folder, by its path in a package: `src/runtime/client.ts` for the files of `client`. Throws if two
 * files of a folder use one name for different things.
 */
export async function mergeRuntime(files: readonly PrintedFile[]): Promise<PrintedFile[]> {
  const folders = new Map<string, Part[]>();
  for (const part of files.map(readPart)) {
    folders.set(folderOf(part.path), [...(folders.get(folderOf(part.path)) ?? []), part]);
  }
  return Promise.all([...folders].map(([folder, parts]) => merge(folder, parts)));
}

async function merge(folder: string, parts: readonly Part[]): Promise<PrintedFile> {
  checkNames(parts);
  const texts = inOrderOfUse(parts).map(textWithoutImports);
  const text = ["// The runtime of the package, written by Ashlar. Do not edit.", importsOf(folder, parts), ...texts];
  const path = `src/runtime/${folder}.ts`;
  return { path, text: await format(text.join("\n\n"), { ...style, filepath: path }) };
}

function readPart({ path, text }: PrintedFile): Part {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports = source.statements.filter(ts.isImportDeclaration).flatMap((node) => readImports(path, node));
  const known = new Set(imports.map(({ name }) => name));
  const used = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !isMember(node)) {
      (isDeclared(node) ? known : used).add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  const free = new Set([...used].filter((name) => !known.has(name)));
  return { path, source, imports, declared: new Set(source.statements.flatMap(declaredNames)), free };
}

function readImports(path: string, { importClause, moduleSpecifier }: ts.ImportDeclaration): Import[] {
  const names = importClause?.namedBindings;
  if (names === undefined || !ts.isNamedImports(names) || !ts.isStringLiteral(moduleSpecifier)) {
    throw new Error(`${path}: the runtime imports by names only.`);
  }
  const target = new URL(moduleSpecifier.text.replace(/\.js$/, ".ts"), `file:///${path}`).pathname.slice(1);
  return names.elements.map(({ name, propertyName, isTypeOnly }) => {
    if (propertyName !== undefined) {
      throw new Error(`${path}: '${name.text}' is imported under another name.`);
    }
    return {
      path: target,
      name: name.text,
      isType: isTypeOnly || importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword,
    };
  });
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const { name } = statement as ts.DeclarationStatement;
  return name === undefined ? [] : [name.getText()];
}

/** Whether an identifier names a member, which never refers to a declaration of the module. */
function isMember({ parent, text }: ts.Identifier): boolean {
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name.text === text) ||
    (ts.isQualifiedName(parent) && parent.right.text === text) ||
    ((ts.isPropertyAssignment(parent) || ts.isClassElement(parent) || ts.isTypeElement(parent)) &&
      parent.name?.getText() === text)
  );
}

function isDeclared(node: ts.Identifier): boolean {
  const parent = node.parent as { readonly name?: ts.Node };
  return parent.name === node;
}

function checkNames(parts: readonly Part[]): void {
  const owners = new Map<string, string>();
  for (const { path, declared } of parts) {
    for (const name of declared) {
      if (owners.has(name)) {
        throw new Error(`${path}: '${name}' is declared in ${owners.get(name)} as well, and both become one module.`);
      }
      owners.set(name, path);
    }
  }
  for (const { path, free } of parts) {
    for (const name of free) {
      if (owners.has(name)) {
        throw new Error(`${path}: '${name}' is not that of ${owners.get(name)}, but both become one module.`);
      }
    }
  }
}

/** The files in an order in which each comes after those whose values it uses, as classes need it. */
function inOrderOfUse(parts: readonly Part[]): Part[] {
  const byPath = new Map(parts.map((part) => [part.path, part]));
  const ordered = new Set<Part>();
  const visited = new Set<Part>();
  const visit = (part: Part): void => {
    if (!visited.has(part)) {
      visited.add(part);
      for (const { path, isType } of part.imports) {
        const used = byPath.get(path);
        if (used !== undefined && !isType) {
          visit(used);
        }
      }
      ordered.add(part);
    }
  };
  parts.forEach(visit);
  return [...ordered];
}

/** What the files of a folder import from other folders. */
function importsOf(folder: string, parts: readonly Part[]): string {
  const modules = new Map<string, Map<string, boolean>>();
  for (const { path, name, isType } of parts.flatMap(({ imports }) => imports)) {
    if (folderOf(path) !== folder) {
      const names = modules.get(folderOf(path)) ?? new Map<string, boolean>();
      modules.set(folderOf(path), names.set(name, isType && names.get(name) !== false));
    }
  }
  return [...modules]
    .sort()
    .map(([module, names]) => importOf(module, [...names].sort()))
    .join("\n");
}

function importOf(module: string, names: readonly (readonly [name: string, isType: boolean])[]): string {
  const isTypeOnly = names.every(([, isType]) => isType);
  const list = names.map(([name, isType]) => (isType && !isTypeOnly ? `type ${name}` : name)).join(", ");
  return `import ${isTypeOnly ? "type " : ""}{ ${list} } from "./${module}.js";`;
}

/** The text of a file without its imports. What it loads at run time is in other folders. */
function textWithoutImports({ source }: Part): string {
  const last = source.statements.filter(ts.isImportDeclaration).at(-1);
  return source.text.slice(last?.end ?? 0).replaceAll(/\bimport\("\.\.\/(\w+)\/[^"]+"\)/g, 'import("./$1.js")');
}

function folderOf(path: string): string {
  return path.split("/", 1)[0] ?? "";
}
