import { basename, dirname } from "node:path";
import { ts } from "ts-morph";
import { declaredNames } from "../../generator/package/declaration-map.js";
import { Lookup } from "../../ir/walk.js";
import type { Name, Route, Type } from "../../ir/api.js";
import { qualified, routesByName } from "../../ir/names.js";
import { exportedNames, type GeneratedName } from "./generated-names.js";
import { ownFiles, packageFolder, type CallerProject, type PackageVersion } from "./program.js";
import {
  assignedTo,
  comparedWith,
  copiedInto,
  implementedBy,
  isModuleName,
  isPropertyName,
  isTagName,
  jsDocsOf,
  nameOf,
  propertiesAreOfPackage,
  propertiesOf,
  summarizedError,
  tagIn,
  valueTarget,
} from "./syntax.js";

/** A name in a program that stands for a part of a specification. Its text is the one in the program, which may be a local name. */
export interface Use extends GeneratedName {
  readonly file: ts.SourceFile;
  /** The characters of the name, without quotes. */
  readonly start: number;
  readonly end: number;
  readonly node: ts.Expression;
  /** Whether the name also stands for something of the program's own: a property of a union with a type of the program. */
  readonly isShared: boolean;
}

/** The uses of a package in a program. */
export interface Uses {
  readonly uses: readonly Use[];
  /** The number of values of the package that the program treats as `any`, beyond which nothing is known. */
  readonly untyped: number;
  /** Whether a file imports the package. */
  readonly isImported: boolean;
}

/** Returns the uses of a package in a program, in the order of the program. */
export function findUses(
  program: ts.Program,
  project: CallerProject,
  packageName: string,
  version: PackageVersion,
): Uses {
  const finder = new UseFinder(program.getTypeChecker(), project, packageName, version);
  ownFiles(program).forEach((file) => finder.visitFile(file));
  return finder;
}

type NameNode = ts.Identifier | ts.StringLiteralLike;
type Meaning = Pick<GeneratedName, "origin" | "kind"> & Partial<Pick<Use, "isShared">>;

class UseFinder implements Uses {
  readonly uses: Use[] = [];
  untyped = 0;
  isImported = false;
  readonly #checker: ts.TypeChecker;
  readonly #packageName: string;
  readonly #root: string;
  readonly #lookup: Lookup;
  /** The origins of members, by file and offset. */
  readonly #members = new Map<string, string>();
  /** The origins of exported names, by folder, kind and text. */
  readonly #exports = new Map<string, string>();
  /** The namespaces by folder. */
  readonly #namespaces = new Map<string, string>();
  readonly #routes: ReadonlyMap<string, Route>;

  constructor(
    checker: ts.TypeChecker,
    project: CallerProject,
    packageName: string,
    { api, naming, files }: PackageVersion,
  ) {
    this.#checker = checker;
    this.#packageName = packageName;
    this.#root = packageFolder(project.path, packageName);
    this.#lookup = new Lookup(api);
    for (const file of files) {
      declaredNames(file).forEach(({ offset, origin }) =>
        this.#members.set(`${this.#root}/${file.path}:${offset}`, origin),
      );
    }
    for (const { folder, kind, text, origin } of exportedNames({ api, naming })) {
      this.#exports.set(`${folder} ${kind} ${text}`, origin);
      if (kind === "folder") {
        this.#namespaces.set(folder, origin);
      }
    }
    this.#routes = routesByName(api);
  }

  visitFile(file: ts.SourceFile): void {
    const visit = (node: ts.Node): void => {
      jsDocsOf(node).forEach(visit);
      this.#visit(node, file);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }

  #visit(node: ts.Node, file: ts.SourceFile): void {
    if (ts.isIdentifier(node)) {
      this.#add(node, this.#meaningsOfName(node), file);
    } else if (ts.isStringLiteralLike(node)) {
      if (isModuleName(node) || this.#namesModule(node)) {
        this.#addModule(node, file);
      } else if (node.text !== ".tag") {
        this.#addString(node, file);
      }
    } else if (ts.isCallExpression(node)) {
      node.arguments.forEach((argument) => this.#addOwnProperties(argument, argument, file));
    } else if (ts.isSpreadAssignment(node)) {
      this.#addOwnProperties(node.expression, node.parent, file);
    } else if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) {
      this.untyped += node.type.kind === ts.SyntaxKind.AnyKeyword && this.#isOfPackage(node.expression) ? 1 : 0;
    }
  }

  #add(node: NameNode, meanings: readonly Meaning[], file: ts.SourceFile): void {
    const quote = ts.isIdentifier(node) ? 0 : 1;
    this.#addPart(node, meanings, file, node.getStart(file) + quote, node.getEnd() - quote);
  }

  #addPart(node: NameNode, meanings: readonly Meaning[], file: ts.SourceFile, start: number, end: number): void {
    const text = file.text.slice(start, end);
    const byOrigin = new Map(meanings.map((meaning) => [meaning.origin, meaning]));
    byOrigin.forEach((meaning) => this.uses.push({ isShared: false, ...meaning, text, file, start, end, node }));
  }

  /**
   * Adds the properties that the program gives to an object itself, where it is passed to what expects a type of the package: the
   * name is written elsewhere, and the compiler does not connect the two.
   */
  #addOwnProperties(expression: ts.Expression, receiver: ts.Expression, file: ts.SourceFile): void {
    const expected = ts.isObjectLiteralExpression(expression) ? undefined : this.#checker.getContextualType(receiver);
    if (expected === undefined || !propertiesAreOfPackage(expected, (declaration) => this.#isInPackage(declaration))) {
      return;
    }
    for (const property of this.#checker.getTypeAtLocation(expression).getProperties()) {
      const isOwn =
        property.declarations?.every((each) => !this.#isInPackage(each) && !this.#isNamedByPackage(each)) === true;
      for (const { origin, kind } of isOwn ? this.#membersOf(expected, property.name) : []) {
        const [start, end] = [expression.getStart(file), expression.getEnd()];
        this.uses.push({ origin, kind, text: property.name, file, start, end, node: expression, isShared: true });
      }
    }
  }

  /** Whether a string that is passed to a function names a module of the package, as in `vi.mock("api/files")`. */
  #namesModule(node: ts.StringLiteralLike): boolean {
    return (
      ts.isCallExpression(node.parent) &&
      node.parent.arguments[0] === node &&
      node.text.startsWith(`${this.#packageName}/`)
    );
  }

  /** Whether a property belongs to an object literal in which its name is a use itself. */
  #isNamedByPackage(declaration: ts.Declaration): boolean {
    const name = ts.getNameOfDeclaration(declaration);
    return (
      name !== undefined &&
      (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) &&
      isPropertyName(name) &&
      this.#meaningsOfName(name).length > 0
    );
  }

  /** Adds the namespace in the name of a module: `files` in `"api/files"`. */
  #addModule(node: ts.StringLiteralLike, file: ts.SourceFile): void {
    this.isImported ||= node.text === this.#packageName || node.text.startsWith(`${this.#packageName}/`);
    const start = node.getStart(file) + 1 + this.#packageName.length + 1;
    const [folder = ""] = node.text.slice(this.#packageName.length + 1).split("/");
    const origin = node.text.startsWith(`${this.#packageName}/`) ? this.#namespaces.get(folder) : undefined;
    if (origin !== undefined) {
      this.#addPart(node, [{ origin, kind: "folder" }], file, start, start + folder.length);
    }
  }

  #addString(node: ts.StringLiteralLike, file: ts.SourceFile): void {
    const isName = isPropertyName(node) || ts.isElementAccessExpression(node.parent);
    const meanings = isName ? this.#meaningsOfName(node) : [...this.#tagsOf(node), ...this.#membersNamedBy(node)];
    this.#add(node, meanings, file);
    if (meanings.length === 0 && !isName) {
      this.#addErrorPath(node, file);
    }
  }

  #meaningsOfName(node: NameNode): readonly Meaning[] {
    const keys = isPropertyName(node) ? this.#matchKey(node) : [];
    const meanings = keys.length > 0 ? keys : this.#symbolsOf(node).flatMap((symbol) => this.#meaningsOf(symbol));
    return meanings.some(({ kind }) => kind === "member") ? meanings : [...meanings, ...this.#meaningsOfCopy(node)];
  }

  /**
   * Returns the members of the package that a name stands for in what the program makes itself: a property that replaces one of
   * an object that is copied, `name` in `{ ...item, name: "" }`, or a member of a class that implements a type.
   */
  #meaningsOfCopy(node: NameNode): readonly Meaning[] {
    return this.#originalsOf(node)
      .flatMap((original) => this.#membersOf(this.#checker.getTypeAtLocation(original), node.text))
      .map((meaning) => ({ ...meaning, isShared: true }));
  }

  /** Returns the values and types of whose properties a name is a copy. */
  #originalsOf(node: NameNode): readonly ts.Node[] {
    const { parent } = node;
    if (ts.isClassElement(parent) && parent.name === node && ts.isClassLike(parent.parent)) {
      return implementedBy(parent.parent);
    }
    const object = isPropertyName(node) ? parent.parent : undefined;
    if (object === undefined || !ts.isObjectLiteralExpression(object)) {
      return [];
    }
    // The expected type may be inferred from the object itself.
    const expected = propertiesOf(this.#checker.getContextualType(object), node.text);
    const isExpected = expected.some(({ declarations }) => declarations?.some((each) => each.parent !== object));
    return isExpected ? [] : copiedInto(object);
  }

  /** Returns the meanings of a name that stands for all of these symbols, which may include some of the program's own. */
  #meaningsOfAll(symbols: readonly ts.Symbol[]): readonly Meaning[] {
    const isShared = symbols.some((symbol) => !this.#isDeclaredInPackage(symbol));
    return symbols
      .flatMap((symbol) => this.#meaningsOf(symbol))
      .map((meaning) => (isShared ? { ...meaning, isShared } : meaning));
  }

  /** Returns the symbols that a name refers to: for the name of a property in a literal or a pattern, those of the expected type. */
  #symbolsOf(node: NameNode): readonly ts.Symbol[] {
    const { parent } = node;
    if (ts.isObjectLiteralElementLike(parent) && parent.name === node && ts.isObjectLiteralExpression(parent.parent)) {
      const source = assignedTo(parent.parent);
      const expected =
        source === undefined ? this.#checker.getContextualType(parent.parent) : this.#checker.getTypeAtLocation(source);
      const value = ts.isShorthandPropertyAssignment(parent)
        ? [this.#checker.getShorthandAssignmentValueSymbol(parent) ?? []].flat()
        : [];
      return [...propertiesOf(expected, node.text, tagIn(parent.parent)), ...value];
    }
    if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent) && parent.initializer !== node) {
      const isProperty = parent.propertyName === node || (parent.propertyName === undefined && parent.name === node);
      return isProperty ? propertiesOf(this.#checker.getTypeAtLocation(parent.parent), node.text) : [];
    }
    if (ts.isJsxAttribute(parent) && parent.name === node) {
      return propertiesOf(this.#checker.getContextualType(parent.parent), node.text);
    }
    const symbol = this.#checker.getSymbolAtLocation(node);
    return symbol === undefined ? [] : [symbol];
  }

  #meaningsOf(symbol: ts.Symbol): readonly Meaning[] {
    const { declarations = [] } = this.#target(symbol);
    const isShared = declarations.some((declaration) => !this.#isInPackage(declaration));
    return declarations.flatMap((declaration) => {
      const meaning = this.#meaningOf(declaration);
      // A type to which the program adds something is still that of the package.
      return meaning === undefined ? [] : { ...meaning, isShared: isShared && meaning.kind === "member" };
    });
  }

  #meaningOf(declaration: ts.Declaration): Meaning | undefined {
    if (!this.#isInPackage(declaration)) {
      return undefined;
    }
    const { fileName } = declaration.getSourceFile();
    const folder = basename(dirname(fileName));
    const name = ts.getNameOfDeclaration(declaration);
    if (name === undefined) {
      const namespace = ts.isSourceFile(declaration) ? this.#namespaces.get(folder) : undefined;
      return namespace === undefined ? undefined : { origin: namespace, kind: "namespace" };
    }
    const member = this.#members.get(`${fileName}:${name.getStart()}`);
    const isType = ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration);
    if (!isType && !ts.isVariableDeclaration(declaration) && !ts.isFunctionDeclaration(declaration)) {
      return member === undefined ? undefined : { origin: member, kind: "member" };
    }
    const kind = isType ? "type" : "value";
    const origin = this.#exports.get(`${folder} ${kind} ${name.getText()}`);
    return origin === undefined ? undefined : { origin, kind };
  }

  /** Returns the tags that a string stands for: one that is compared, assigned or passed. */
  #tagsOf(node: ts.StringLiteralLike): readonly Meaning[] {
    const { parent } = node;
    if (ts.isPropertyAssignment(parent) && ts.isObjectLiteralExpression(parent.parent) && nameOf(parent) === ".tag") {
      const expected = this.#checker.getContextualType(parent.parent);
      return this.#meaningsOfAll(propertiesOf(expected, ".tag", node.text));
    }
    const compared = comparedWith(node);
    if (compared !== undefined) {
      const owners = this.#tagOwners(compared);
      return owners.length === 0
        ? this.#tagsIn(this.#unionsInTypeOf(compared), node.text)
        : owners.flatMap((owner) => this.#variantsOf(owner, node.text));
    }
    const expected = this.#tagsIn(this.#unionsExpectedAt(node), node.text);
    return expected.length > 0 ? expected : this.#tagsIn(this.#errorsAt(node), node.text);
  }

  #tagsIn(unions: readonly string[], tag: string): readonly Meaning[] {
    return unions.flatMap((union) => this.#tagOf(union, tag)?.meaning ?? []);
  }

  /** Returns the unions that the declared type of a variable, a parameter or a property names. */
  #unionsInTypeOf(expression: ts.Expression): readonly string[] {
    const { valueDeclaration } = this.#checker.getSymbolAtLocation(expression) ?? {};
    return valueDeclaration === undefined ? [] : this.#namesInType(valueDeclaration);
  }

  /** Returns the value whose tag an expression is: `error` in `error[".tag"]`, also if a constant holds the tag. */
  #tagOwners(expression: ts.Expression): readonly ts.Node[] {
    if (ts.isElementAccessExpression(expression)) {
      return isTagName(expression.argumentExpression) ? [expression.expression] : [];
    }
    const symbol = ts.isIdentifier(expression) ? this.#checker.getSymbolAtLocation(expression) : undefined;
    const declaration = symbol?.valueDeclaration;
    if (declaration !== undefined && ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined) {
      return ts.isElementAccessExpression(declaration.initializer) ? this.#tagOwners(declaration.initializer) : [];
    }
    return declaration !== undefined &&
      ts.isBindingElement(declaration) &&
      declaration.propertyName !== undefined &&
      isTagName(declaration.propertyName)
      ? [declaration.parent]
      : [];
  }

  /** Returns the members that a string names: in `"name" in value`, `Type["name"]`, `Pick<Type, "name">` and `Extract<Type, { ".tag": "name" }>`. */
  #membersNamedBy(node: ts.StringLiteralLike): readonly Meaning[] {
    const { parent } = node;
    if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InKeyword) {
      return this.#membersOf(this.#checker.getTypeAtLocation(parent.right), node.text);
    }
    if (!ts.isLiteralTypeNode(parent)) {
      return [];
    }
    const { parent: outer } = parent;
    if (ts.isIndexedAccessTypeNode(outer)) {
      return this.#membersOf(this.#checker.getTypeAtLocation(outer.objectType), node.text);
    }
    const isTag = ts.isPropertySignature(outer) && isTagName(outer.name);
    const argument = ts.isUnionTypeNode(outer) ? outer : isTag ? outer.parent : parent;
    const generic = argument.parent;
    const [first] =
      ts.isTypeReferenceNode(generic) || ts.isExpressionWithTypeArguments(generic) ? (generic.typeArguments ?? []) : [];
    if (first === undefined || first === argument) {
      return [];
    }
    const type = this.#checker.getTypeAtLocation(first);
    const named = isTag ? propertiesOf(type, ".tag", node.text) : propertiesOf(type, node.text);
    return named.flatMap((symbol) => this.#meaningsOf(symbol));
  }

  #membersOf(type: ts.Type, name: string): readonly Meaning[] {
    return propertiesOf(type, name).flatMap((symbol) => this.#meaningsOf(symbol));
  }

  /** Returns the tag that the key of an object stands for that is passed to `match`. */
  #matchKey(node: NameNode): readonly Meaning[] {
    const object = node.parent.parent;
    const { parent: call } = object;
    if (!ts.isObjectLiteralExpression(object) || !ts.isCallExpression(call) || call.arguments[1] !== object) {
      return [];
    }
    const [value] = call.arguments;
    const callee = this.#checker.getSymbolAtLocation(call.expression);
    const isMatch = callee !== undefined && this.#isDeclaredInPackage(callee) && this.#target(callee).name === "match";
    return value !== undefined && isMatch ? this.#variantsOf(value, node.text) : [];
  }

  /** Returns the variants of an expression that have a tag. */
  #variantsOf(expression: ts.Node, tag: string): readonly Meaning[] {
    const declared = ts.isExpression(expression) ? this.#checker.getSymbolAtLocation(expression) : undefined;
    const variants = this.#meaningsOfAll(propertiesOf(this.#checker.getTypeAtLocation(expression), ".tag", tag));
    // In the whole type: at the expression, a variant may be excluded already.
    return variants.length > 0 || declared === undefined
      ? variants
      : this.#meaningsOfAll(propertiesOf(this.#checker.getTypeOfSymbol(declared), ".tag", tag));
  }

  /** Returns the names of the unions that are expected at an expression, from the declaration of what it is given to. */
  #unionsExpectedAt(node: ts.StringLiteralLike): readonly string[] {
    const target = valueTarget(node);
    const { parent } = target;
    const properties =
      ts.isPropertyAssignment(parent) && ts.isObjectLiteralExpression(parent.parent)
        ? propertiesOf(this.#checker.getContextualType(parent.parent), nameOf(parent) ?? "")
        : [];
    const declared = [parent, ...properties.flatMap((symbol) => symbol.declarations ?? [])].flatMap((declaration) =>
      this.#namesInType(declaration),
    );
    const alias = this.#checker.getContextualType(node)?.aliasSymbol;
    return [...declared, ...(alias === undefined ? [] : this.#originsOf(alias))];
  }

  #originsOf(symbol: ts.Symbol): readonly string[] {
    return this.#meaningsOf(symbol).map(({ origin }) => origin);
  }

  /** Returns the origins of the types that the type of a declaration names. */
  #namesInType(declaration: ts.Node): readonly string[] {
    const origins: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) {
        const symbol = this.#checker.getSymbolAtLocation(node);
        origins.push(...(symbol === undefined ? [] : this.#originsOf(symbol)));
      }
      ts.forEachChild(node, visit);
    };
    if (isTyped(declaration) && declaration.type !== undefined) {
      visit(declaration.type);
    }
    return origins;
  }

  /** Adds the tags of a string such as `"path/not_found"`, where the compiler expects the tags of a route's error. */
  #addErrorPath(node: ts.StringLiteralLike, file: ts.SourceFile): void {
    for (const union of new Set(this.#errorsAt(node))) {
      const tags = this.#tagsOnPath(union, node.text.replace(/[/.]+$/, "").split("/"));
      let start = node.getStart(file) + 1;
      for (const { meaning, tag } of tags ?? []) {
        this.#addPart(node, [meaning], file, start, start + tag.length);
        start += tag.length + 1;
      }
    }
  }

  /** Returns the tags of a path through unions; undefined if there is no such path. */
  #tagsOnPath(union: string, [tag, ...rest]: readonly string[]): readonly TagOnPath[] | undefined {
    if (tag === undefined) {
      return [];
    }
    const found = this.#tagOf(union, tag);
    if (found === undefined || rest.length === 0) {
      return found && [{ ...found, tag }];
    }
    const inner = this.#lookup.bare(found.type);
    const deeper = inner.kind === "ref" ? this.#tagsOnPath(qualified(inner), rest) : undefined;
    return deeper && [{ ...found, tag }, ...deeper];
  }

  /** Returns a tag of a union, which may be inherited; undefined if there is none. */
  #tagOf(union: string, tag: string): { readonly meaning: Meaning; readonly type: Type } | undefined {
    const name = nameIn(union);
    if (!this.#lookup.has(name) || this.#lookup.definition(name).kind !== "union") {
      return undefined;
    }
    const member = this.#lookup.field(name, tag);
    return (
      member && {
        meaning: { origin: `${qualified(member.owner)}.${tag}`, kind: "member" },
        type: member.field.type,
      }
    );
  }

  /**
   * Returns the unions of errors whose tags the compiler expects at a string: those of the routes of its call, which are its
   * method or are passed to it, and that of the object, as in `error.is("path")`.
   */
  #errorsAt(node: ts.StringLiteralLike): readonly string[] {
    const summarized = summarizedError(node);
    if (summarized !== undefined) {
      return this.#errorIn(summarized);
    }
    const call = this.#expectsText(node) ? ts.findAncestor(node, ts.isCallExpression) : undefined;
    if (call === undefined) {
      return [];
    }
    const callee = ts.isPropertyAccessExpression(call.expression) ? call.expression.name : call.expression;
    const errors = [callee, ...call.arguments]
      .flatMap((each) => this.#checker.getSymbolAtLocation(each) ?? [])
      .flatMap((symbol) => this.#originsOf(symbol))
      .flatMap((origin) => this.#routes.get(origin)?.error ?? [])
      .map((error) => this.#lookup.bare(error));
    return [
      ...errors.flatMap((error) => (error.kind === "ref" ? qualified(error) : [])),
      ...this.#errorsOfObject(call),
    ];
  }

  /** Returns the union that is the `error` of a `RouteError` or of an outcome. */
  #errorIn(expression: ts.Expression): readonly string[] {
    const symbols = propertiesOf(this.#checker.getTypeAtLocation(expression), "error");
    return symbols
      .map((symbol) => this.#checker.getTypeOfSymbolAtLocation(symbol, expression))
      .flatMap(({ aliasSymbol }) => (aliasSymbol === undefined ? [] : this.#originsOf(aliasSymbol)));
  }

  /** Returns the unions that are type arguments of a `RouteError` whose method is called. */
  #errorsOfObject({ expression }: ts.CallExpression): readonly string[] {
    const type = ts.isPropertyAccessExpression(expression)
      ? this.#checker.getTypeAtLocation(expression.expression)
      : undefined;
    const parts = type === undefined ? [] : type.isUnionOrIntersection() ? type.types : [type];
    return parts
      .filter((part) => this.#isRouteError(part.getSymbol()))
      .flatMap((part) => this.#checker.getTypeArguments(part as ts.TypeReference))
      .flatMap(({ aliasSymbol }) => (aliasSymbol === undefined ? [] : this.#originsOf(aliasSymbol)));
  }

  #isRouteError(symbol: ts.Symbol | undefined): boolean {
    return symbol?.name === "RouteError" && this.#isDeclaredInPackage(symbol);
  }

  /** Whether the compiler expects certain strings at a place, instead of any string or something else. */
  #expectsText(node: ts.Expression): boolean {
    const expected = this.#checker.getContextualType(node);
    const parts = expected === undefined ? [] : expected.isUnion() ? expected.types : [expected];
    return parts.some((part) => part.isStringLiteral());
  }

  #isOfPackage(expression: ts.Expression): boolean {
    const symbol = this.#checker.getTypeAtLocation(expression).getSymbol();
    return symbol !== undefined && this.#isDeclaredInPackage(symbol);
  }

  #isDeclaredInPackage(symbol: ts.Symbol): boolean {
    const { declarations = [] } = this.#target(symbol);
    return declarations.some((declaration) => this.#isInPackage(declaration));
  }

  #isInPackage(declaration: ts.Declaration): boolean {
    return declaration.getSourceFile().fileName.startsWith(`${this.#root}/`);
  }

  #target(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }
}

/** Whether a node declares something whose type may be written beside it. */
function isTyped(
  node: ts.Node,
): node is ts.PropertySignature | ts.PropertyDeclaration | ts.VariableDeclaration | ts.ParameterDeclaration {
  return (
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node)
  );
}

interface TagOnPath {
  readonly meaning: Meaning;
  readonly tag: string;
}

/** Returns a qualified name, such as `files.Metadata`, in its parts. */
function nameIn(qualifiedName: string): Name {
  const [namespace = "", name = ""] = qualifiedName.split(".");
  return { namespace, name };
}
