import { ts } from "ts-morph";
import type { GeneratedName } from "./generated-names.js";
import { packageFolder, type CallerProject } from "./program.js";
import type { Use } from "./uses.js";

/** A change of a file: the characters from `start` to `end` become `text`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The changes of a program's files. */
export interface Edits {
  /** The edits of each file, by path, in the order of the file. */
  readonly byFile: ReadonlyMap<string, readonly Edit[]>;
  /**
   * The uses that have no right answer: they stand for several parts of the specification, not all of which were renamed, or for
   * something of the program's own as well; or the new name is taken.
   */
  readonly ambiguous: ReadonlySet<Use>;
}

/** Returns the edits that give new names to the uses of a package. Local names in the program stay as they are. */
export function findEdits(
  program: ts.Program,
  project: CallerProject,
  packageName: string,
  uses: readonly Use[],
  translate: (name: GeneratedName) => string | undefined,
): Edits {
  const writer = new EditWriter(program.getTypeChecker(), `${packageFolder(project.path, packageName)}/`);
  const ambiguous = new Set<Use>();
  const renamed: NewName[] = [];
  for (const group of groupByPlace(uses)) {
    const texts = new Set(group.map((use) => translate(use) ?? use.text));
    const [use] = group;
    const [text] = texts;
    const isAmbiguous = texts.size > 1 || group.some(({ isShared }) => isShared);
    if (isAmbiguous && group.some((each) => (translate(each) ?? each.text) !== each.text)) {
      group.forEach((each) => ambiguous.add(each));
    } else if (use !== undefined && text !== undefined && text !== use.text) {
      if (hasProperty(use.node.parent, text) || writer.isOwnMember(use.node.parent, text)) {
        group.forEach((each) => ambiguous.add(each));
      } else {
        renamed.push({ use, text });
      }
    }
  }
  renamed.forEach((name) => writer.addImport(name));
  renamed.forEach((name) => writer.add(name));
  return { byFile: writer.edits(), ambiguous };
}

interface NewName {
  readonly use: Use;
  readonly text: string;
}

/** Groups uses of the same characters. The two names of a shorthand property stand for two things. */
function groupByPlace(uses: readonly Use[]): readonly (readonly Use[])[] {
  const groups = new Map<string, Use[]>();
  for (const use of uses) {
    const isLocal = ts.isShorthandPropertyAssignment(use.node.parent) && use.kind !== "member";
    const key = `${use.file.fileName}:${use.start}:${use.end}:${isLocal}`;
    groups.set(key, [...(groups.get(key) ?? []), use]);
  }
  return [...groups.values()];
}

/** Whether an element belongs to an object literal that has the new name already, such as handlers with both routes. */
function hasProperty(element: ts.Node, name: string): boolean {
  return (
    ts.isObjectLiteralElementLike(element) &&
    ts.isObjectLiteralExpression(element.parent) &&
    element.parent.properties.some(
      (other) => other.name !== undefined && ts.isPropertyName(other.name) && textOfName(other.name) === name,
    )
  );
}

function textOfName(name: ts.PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;
}

class EditWriter {
  readonly #checker: ts.TypeChecker;
  readonly #root: string;
  /** The import specifiers whose local name changes. */
  readonly #renamedImports = new Set<ts.Node>();
  /** The new names of shorthand properties and of their values. */
  readonly #shorthands = new Map<ts.ShorthandPropertyAssignment, { property?: string; value?: string }>();
  readonly #edits = new Map<string, Map<number, Edit>>();
  readonly #namesInScope = new Map<ts.SourceFile, ReadonlySet<string>>();

  constructor(checker: ts.TypeChecker, root: string) {
    this.#checker = checker;
    this.#root = root;
  }

  /** Whether the program itself gave the type whose member is read another one of this name, as in `Item & { name: string }`. */
  isOwnMember(access: ts.Node, name: string): boolean {
    const type = ts.isPropertyAccessExpression(access) ? this.#checker.getTypeAtLocation(access.expression) : undefined;
    const { declarations = [] } = type?.getProperty(name) ?? {};
    return declarations.some((declaration) => !declaration.getSourceFile().fileName.startsWith(this.#root));
  }

  /** Returns the edits of each file, in the order of the file. */
  edits(): ReadonlyMap<string, readonly Edit[]> {
    for (const [node, { property, value }] of this.#shorthands) {
      const { text } = node.name;
      this.#replace(node.name, `${property ?? text}: ${value ?? text}`);
    }
    return new Map(
      [...this.#edits].map(([file, edits]) => [file, [...edits.values()].sort((a, b) => a.start - b.start)] as const),
    );
  }

  /** Renames an import of the package. Where the new name is taken in the file, the local name stays. */
  addImport({ use, text }: NewName): void {
    const { node, file } = use;
    const { parent } = node;
    if (!ts.isImportSpecifier(parent) || !this.#isFromPackage(parent)) {
      return;
    }
    if (parent.propertyName !== undefined) {
      if (parent.propertyName === node) {
        this.#replace(node, text);
      }
    } else if (this.#namesIn(file).has(text)) {
      this.#replace(node, `${text} as ${use.text}`);
    } else {
      this.#renamedImports.add(parent);
      this.#replace(node, text);
    }
  }

  add({ use, text }: NewName): void {
    const { node, file } = use;
    const { parent } = node;
    if (ts.isImportSpecifier(parent)) {
      return;
    }
    if (ts.isExportSpecifier(parent)) {
      this.#renameExport(parent, use, text);
    } else if (ts.isShorthandPropertyAssignment(parent)) {
      this.#renameShorthand(parent, use, text);
    } else if (ts.isBindingElement(parent) && parent.name === node && parent.propertyName === undefined) {
      this.#put(file, { start: use.start, end: use.start, text: `${text}: ` });
    } else if (!(ts.isIdentifier(node) && !isMemberOfLiteral(node) && this.#isLocalName(node))) {
      this.#put(file, { start: use.start, end: use.end, text });
    }
  }

  /** A program keeps the names that it exports itself. */
  #renameExport(specifier: ts.ExportSpecifier, { node, text: oldText }: Use, text: string): void {
    const { propertyName, name } = specifier;
    const local = this.#checker.getExportSpecifierLocalTargetSymbol(specifier)?.declarations?.[0];
    const isRenamed =
      specifier.parent.parent.moduleSpecifier === undefined
        ? local !== undefined && this.#renamedImports.has(local)
        : this.#isFromPackage(specifier);
    if (isRenamed && node === (propertyName ?? name)) {
      this.#replace(node, propertyName === undefined ? `${text} as ${oldText}` : text);
    }
  }

  #renameShorthand(property: ts.ShorthandPropertyAssignment, use: Use, text: string): void {
    const value = this.#checker.getShorthandAssignmentValueSymbol(property)?.declarations?.[0];
    if (use.kind === "member") {
      this.#shorthands.set(property, { ...this.#shorthands.get(property), property: text });
    } else if (value !== undefined && this.#renamedImports.has(value)) {
      this.#shorthands.set(property, { ...this.#shorthands.get(property), value: text });
    }
  }

  /** Whether an identifier is a name that the program has given itself: of an import that keeps its name, `require` or an export. */
  #isLocalName(node: ts.Identifier): boolean {
    const symbol = this.#checker.getSymbolAtLocation(node);
    const { declarations = [] } = symbol ?? {};
    return (
      declarations.length > 0 &&
      declarations.every(
        (each) => !each.getSourceFile().fileName.startsWith(this.#root) && !this.#renamedImports.has(each),
      )
    );
  }

  /** Whether the imported or exported name is one that the package exports, not one that a module of the program exports. */
  #isFromPackage(specifier: ts.ImportSpecifier | ts.ExportSpecifier): boolean {
    const name = ts.isImportSpecifier(specifier) ? specifier.name : (specifier.propertyName ?? specifier.name);
    const symbol = this.#checker.getSymbolAtLocation(name);
    const next =
      symbol && symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getImmediateAliasedSymbol(symbol) : symbol;
    return next?.declarations?.some((each) => each.getSourceFile().fileName.startsWith(this.#root)) ?? false;
  }

  /** Returns the names that stand for something in the scopes of a file: all identifiers but those after a dot and those of members. */
  #namesIn(file: ts.SourceFile): ReadonlySet<string> {
    let names = this.#namesInScope.get(file);
    if (names === undefined) {
      const all = new Set<string>();
      const visit = (node: ts.Node): void => {
        if (ts.isIdentifier(node) && !isMemberName(node)) {
          all.add(node.text);
        }
        ts.forEachChild(node, visit);
      };
      visit(file);
      names = all;
      this.#namesInScope.set(file, names);
    }
    return names;
  }

  #replace(node: ts.Node, text: string): void {
    this.#put(node.getSourceFile(), { start: node.getStart(), end: node.getEnd(), text });
  }

  #put({ fileName }: ts.SourceFile, edit: Edit): void {
    const edits = this.#edits.get(fileName) ?? new Map<number, Edit>();
    this.#edits.set(fileName, edits.set(edit.start, edit));
  }
}

/** Whether an identifier names a member in a literal or a pattern: the symbol there is the program's own, whatever the member is. */
function isMemberOfLiteral(node: ts.Identifier): boolean {
  const { parent } = node;
  return ts.isBindingElement(parent)
    ? (parent.propertyName ?? parent.name) === node
    : (ts.isObjectLiteralElementLike(parent) || ts.isJsxAttribute(parent)) && parent.name === node;
}

function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isQualifiedName(parent) && parent.right === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isBindingElement(parent) && parent.propertyName === node) ||
    ((ts.isTypeElement(parent) || ts.isClassElement(parent) || ts.isMethodDeclaration(parent)) && parent.name === node)
  );
}

/** Returns a text with edits, which are in the order of the text. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const edit of edits) {
    parts.push(text.slice(end, edit.start), edit.text);
    end = edit.end;
  }
  return [...parts, text.slice(end)].join("");
}

/** Returns where a place of the old text is in the new one. */
export function movedOffset(offset: number, edits: readonly Edit[]): number {
  return edits
    .filter(({ start }) => start < offset)
    .reduce((moved, { start, end, text }) => moved + text.length - (end - start), offset);
}
