import { ts } from "ts-morph";
import { declaredNames } from "../../generator/package/declaration-map.js";
import type { PrintedFile } from "../../generator/code/module.js";
import { ownFiles, packageFolder, type CallerProject } from "./program.js";

/** A name in a program that stands for a part of a specification. */
export interface Use {
  /** The part of the specification: `files`, `files.Metadata.size`, `files/copy`. */
  readonly origin: string;
  readonly file: ts.SourceFile;
  /** The characters of the name, without quotes. */
  readonly start: number;
  readonly end: number;
}

/** The uses of a package in a program. */
export interface Uses {
  readonly uses: readonly Use[];
  /** The number of values of the package that the program treats as `any`, beyond which nothing is known. */
  readonly untyped: number;
}

/** Returns the uses of a package in a program, in the order of the program. */
export function findUses(
  program: ts.Program,
  project: CallerProject,
  packageName: string,
  files: readonly PrintedFile[],
): Uses {
  const finder = new UseFinder(program.getTypeChecker(), packageFolder(project.path, packageName), files);
  ownFiles(program).forEach((file) => finder.visitFile(file));
  return finder;
}

class UseFinder implements Uses {
  readonly uses: Use[] = [];
  untyped = 0;
  readonly #checker: ts.TypeChecker;
  readonly #root: string;
  /** The origins of names in the package, by file and offset. */
  readonly #origins = new Map<string, string>();
  readonly #known = new Set<string>();

  constructor(checker: ts.TypeChecker, root: string, files: readonly PrintedFile[]) {
    this.#checker = checker;
    this.#root = root;
    for (const file of files) {
      for (const { offset, origin } of declaredNames(file)) {
        this.#origins.set(`${root}/${file.path}:${offset}`, origin);
        this.#known.add(origin);
      }
    }
  }

  visitFile(file: ts.SourceFile): void {
    const visit = (node: ts.Node): void => {
      this.#visit(node, file);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }

  #visit(node: ts.Node, file: ts.SourceFile): void {
    if (ts.isIdentifier(node)) {
      this.#add(node, this.#originsOfName(node), file);
    } else if (ts.isStringLiteralLike(node) && !isModuleName(node) && node.text !== ".tag") {
      const isName = isPropertyName(node) || ts.isElementAccessExpression(node.parent);
      this.#add(node, isName ? [...this.#originsOfName(node), ...this.#matchKey(node)] : this.#tagsOf(node), file);
    } else if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) {
      this.untyped += node.type.kind === ts.SyntaxKind.AnyKeyword && this.#isOfPackage(node.expression) ? 1 : 0;
    }
  }

  #add(node: ts.Identifier | ts.StringLiteralLike, origins: readonly string[], file: ts.SourceFile): void {
    const quote = ts.isIdentifier(node) ? 0 : 1;
    const start = node.getStart(file) + quote;
    for (const origin of new Set(origins)) {
      this.uses.push({ origin, file, start, end: node.getEnd() - quote });
    }
  }

  #originsOfName(node: ts.Identifier | ts.StringLiteralLike): readonly string[] {
    if (ts.isIdentifier(node) && isPropertyName(node)) {
      const keys = this.#matchKey(node);
      if (keys.length > 0) {
        return keys;
      }
    }
    return this.#symbolsOf(node).flatMap((symbol) => this.#originsOf(symbol));
  }

  /** Returns the symbols that a name refers to: for the name of a property in a literal or a pattern, those of the expected type. */
  #symbolsOf(node: ts.Identifier | ts.StringLiteralLike): readonly ts.Symbol[] {
    const { parent } = node;
    if (ts.isObjectLiteralElementLike(parent) && parent.name === node && ts.isObjectLiteralExpression(parent.parent)) {
      const expected = this.#checker.getContextualType(parent.parent);
      const own = ts.isShorthandPropertyAssignment(parent)
        ? [this.#checker.getShorthandAssignmentValueSymbol(parent) ?? []].flat()
        : [];
      return [...propertiesOf(expected, node.text, tagIn(parent.parent)), ...own];
    }
    if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent)) {
      const isProperty = parent.propertyName === node || (parent.propertyName === undefined && parent.name === node);
      return isProperty ? propertiesOf(this.#checker.getTypeAtLocation(parent.parent), node.text) : [];
    }
    const symbol = this.#checker.getSymbolAtLocation(node);
    return symbol === undefined ? [] : [symbol];
  }

  #originsOf(symbol: ts.Symbol): readonly string[] {
    const target = symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    return (target.declarations ?? []).flatMap((declaration) => this.#originOf(declaration) ?? []);
  }

  #originOf(declaration: ts.Declaration): string | undefined {
    const name = ts.getNameOfDeclaration(declaration);
    return name && this.#origins.get(`${name.getSourceFile().fileName}:${name.getStart()}`);
  }

  /** Returns the tags that a string stands for: one that is compared, assigned or passed. */
  #tagsOf(node: ts.StringLiteralLike): readonly string[] {
    const { parent } = node;
    if (ts.isPropertyAssignment(parent) && ts.isObjectLiteralExpression(parent.parent) && nameOf(parent) === ".tag") {
      const expected = this.#checker.getContextualType(parent.parent);
      return propertiesOf(expected, ".tag", node.text).flatMap((symbol) => this.#originsOf(symbol));
    }
    const compared = comparedWith(node);
    if (compared !== undefined) {
      return ts.isElementAccessExpression(compared) && isTagName(compared.argumentExpression)
        ? this.#variantsOf(compared.expression, node.text)
        : [];
    }
    return this.#unionsExpectedAt(node).flatMap((union) => this.#ifKnown(`${union}.${node.text}`));
  }

  /** Returns the tag that the key of an object stands for that is passed to `match`. */
  #matchKey(node: ts.Identifier | ts.StringLiteralLike): readonly string[] {
    const object = node.parent.parent;
    const { parent: call } = object;
    if (!ts.isObjectLiteralExpression(object) || !ts.isCallExpression(call) || call.arguments[1] !== object) {
      return [];
    }
    const [value] = call.arguments;
    const callee = this.#checker.getSymbolAtLocation(call.expression);
    return value !== undefined && callee?.name === "match" && this.#isDeclaredInPackage(callee)
      ? this.#variantsOf(value, node.text)
      : [];
  }

  /** Returns the origins of the variants of an expression that have a tag. */
  #variantsOf(expression: ts.Expression, tag: string): readonly string[] {
    const declared = this.#checker.getSymbolAtLocation(expression);
    const types = [
      this.#checker.getTypeAtLocation(expression),
      // The whole type: at the expression, a variant may be excluded already.
      ...(declared === undefined ? [] : [this.#checker.getTypeOfSymbol(declared)]),
    ];
    return types.flatMap((type) => propertiesOf(type, ".tag", tag)).flatMap((symbol) => this.#originsOf(symbol));
  }

  /** Returns the names of the unions that are expected at an expression, from the declaration of what it is given to. */
  #unionsExpectedAt(node: ts.StringLiteralLike): readonly string[] {
    const { parent } = node;
    const target =
      ts.isPropertyAssignment(parent) && ts.isObjectLiteralExpression(parent.parent)
        ? propertiesOf(this.#checker.getContextualType(parent.parent), nameOf(parent) ?? "")
        : [];
    const declared = target.flatMap((symbol) => symbol.declarations ?? []).flatMap((each) => this.#namesInType(each));
    const alias = this.#checker.getContextualType(node)?.aliasSymbol;
    return [...declared, ...(alias === undefined ? [] : this.#originsOf(alias))];
  }

  /** Returns the origins of the types that the type of a declaration names. */
  #namesInType(declaration: ts.Declaration): readonly string[] {
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) {
        const symbol = this.#checker.getSymbolAtLocation(node);
        found.push(...(symbol === undefined ? [] : this.#originsOf(symbol)));
      }
      ts.forEachChild(node, visit);
    };
    if (ts.isPropertySignature(declaration) && declaration.type !== undefined) {
      visit(declaration.type);
    }
    return found;
  }

  #ifKnown(origin: string): readonly string[] {
    return this.#known.has(origin) ? [origin] : [];
  }

  #isOfPackage(expression: ts.Expression): boolean {
    const symbol = this.#checker.getTypeAtLocation(expression).getSymbol();
    return symbol !== undefined && this.#isDeclaredInPackage(symbol);
  }

  #isDeclaredInPackage(symbol: ts.Symbol): boolean {
    const target = symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    return target.declarations?.some((each) => each.getSourceFile().fileName.startsWith(`${this.#root}/`)) ?? false;
  }
}

/** Returns the properties of a type, or of the variants of a union; with a tag, only of the variants that have it. */
function propertiesOf(type: ts.Type | undefined, name: string, tag?: string): readonly ts.Symbol[] {
  const variants = type === undefined ? [] : type.isUnion() ? type.types : [type];
  return variants
    .filter((variant) => tag === undefined || tagOf(variant) === tag || tagOf(variant) === undefined)
    .flatMap((variant) => variant.getProperty(name) ?? []);
}

/** Returns the tag of a variant; undefined if the type is none. */
function tagOf(type: ts.Type): string | undefined {
  const [declaration] = type.getProperty(".tag")?.declarations ?? [];
  return declaration !== undefined &&
    ts.isPropertySignature(declaration) &&
    declaration.type !== undefined &&
    ts.isLiteralTypeNode(declaration.type) &&
    ts.isStringLiteral(declaration.type.literal)
    ? declaration.type.literal.text
    : undefined;
}

/** Returns the tag that an object literal has; undefined if it has none. */
function tagIn(object: ts.ObjectLiteralExpression): string | undefined {
  for (const property of object.properties) {
    if (ts.isPropertyAssignment(property) && nameOf(property) === ".tag") {
      return ts.isStringLiteralLike(property.initializer) ? property.initializer.text : undefined;
    }
  }
  return undefined;
}

function nameOf({ name }: ts.PropertyAssignment): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;
}

function isPropertyName(node: ts.Identifier | ts.StringLiteralLike): boolean {
  return ts.isObjectLiteralElementLike(node.parent) && node.parent.name === node;
}

function isTagName(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) && node.text === ".tag";
}

function isModuleName({ parent }: ts.Node): boolean {
  return ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isExternalModuleReference(parent);
}

/** Returns the expression that a string is compared with; undefined if it is not compared. */
function comparedWith(node: ts.StringLiteralLike): ts.Expression | undefined {
  const { parent } = node;
  if (ts.isCaseClause(parent)) {
    return parent.parent.parent.expression;
  }
  if (ts.isBinaryExpression(parent) && equalities.has(parent.operatorToken.kind)) {
    return parent.left === node ? parent.right : parent.left;
  }
  return undefined;
}

const equalities: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);
