import { ts } from "ts-morph";
import { type HandlersStub, type MethodStub, methodLines } from "../emit/scaffold.js";

/** The result of merging new methods into a file of handlers that users have edited. */
export interface Merge {
  /** The text with the missing methods; the rest of the file is unchanged. */
  readonly text: string;
  readonly added: readonly MethodStub[];
  /** The names of handlers that have no route. */
  readonly obsolete: readonly string[];
  /** Why nothing could be added, and the missing methods. */
  readonly refusal?: { readonly problem: string; readonly missing: readonly MethodStub[] };
}

/** Adds the missing methods of a namespace to a file of handlers. `from` is the module that declares the interfaces. */
export function mergeHandlers(text: string, stub: HandlersStub, from: string): Merge {
  const refuse = (problem: string, missing: readonly MethodStub[], obsolete: readonly string[] = []): Merge => ({
    text,
    added: [],
    obsolete,
    refusal: { problem, missing },
  });
  const mistake = syntaxError(text);
  if (mistake !== undefined) {
    return refuse(`It is not correct TypeScript: ${mistake}`, stub.methods);
  }
  const module = ts.createSourceFile(stub.path, text, ts.ScriptTarget.Latest, true);
  const handlers = findHandlers(module, stub.name, stub.type);
  if (handlers === undefined) {
    return refuse(`There is no object or class \`${stub.name}\` to be seen in it.`, stub.methods);
  }
  const { names, areKnown } = listMembers(handlers, module);
  const routes = new Set(stub.methods.map(({ name }) => name));
  const obsolete = [...names].filter((name) => !routes.has(name));
  const missing = stub.methods.filter(({ name }) => !names.has(name));
  if (missing.length === 0) {
    return { text, added: [], obsolete };
  }
  if (!areKnown) {
    return refuse(`\`${stub.name}\` has a part from another file, which may have these or not.`, missing, obsolete);
  }
  const { name, edits } = addImport("notImplemented", from, module);
  return {
    text: edited(text, [...edits, ...addMethods(handlers, missing, module, name, stub.type)]),
    added: missing,
    obsolete,
  };
}

function syntaxError(text: string): string | undefined {
  const [first] = ts.transpileModule(text, { reportDiagnostics: true }).diagnostics ?? [];
  if (first === undefined) {
    return undefined;
  }
  const line = text.slice(0, first.start).split("\n").length;
  return `${ts.flattenDiagnosticMessageText(first.messageText, " ")} (line ${line})`;
}

/** The object or class that contains the handlers of a namespace. */
type Handlers = ts.ObjectLiteralExpression | ts.ClassLikeDeclaration;

/**
 * Returns the handlers in a module that users have edited: the value of the declaration `name`, even if it is wrapped, or
 * else a class that implements `type`.
 */
function findHandlers(module: ts.SourceFile, name: string, type: string): Handlers | undefined {
  const implementsType = (node: ts.ClassLikeDeclaration): boolean =>
    (node.heritageClauses ?? [])
      .filter(({ token }) => token === ts.SyntaxKind.ImplementsKeyword)
      .some(({ types }) => types.some(({ expression }) => expression.getText(module) === type));
  return (
    resolveHandlers(findDeclaration(module, name), module) ??
    module.statements.filter(ts.isClassDeclaration).find(implementsType)
  );
}

/** Returns the object literal or class that an expression evaluates to; undefined if the module alone does not show it. */
function resolveHandlers(
  node: ts.Node | undefined,
  module: ts.SourceFile,
  seen: ReadonlySet<ts.Node> = new Set(),
): Handlers | undefined {
  if (node === undefined || seen.has(node)) {
    return undefined; // not found, or circular
  }
  const follow = (next: ts.Node | undefined): Handlers | undefined =>
    resolveHandlers(next, module, new Set([...seen, node]));
  if (ts.isObjectLiteralExpression(node) || ts.isClassLike(node)) {
    return node;
  }
  if (ts.isVariableDeclaration(node)) {
    return follow(node.initializer);
  }
  if (ts.isIdentifier(node)) {
    return follow(findDeclaration(module, node.text));
  }
  if (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isArrowFunction(node)) {
    return follow(returnedExpression(node.body));
  }
  if (ts.isCallExpression(node)) {
    // A function of this module that creates the handlers, or a function that wraps the handlers in its arguments.
    return (
      follow(node.expression) ?? node.arguments.map(follow).find((inner) => inner !== undefined && hasMethod(inner))
    );
  }
  if (
    ts.isNewExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isTypeAssertionExpression(node) ||
    ts.isParenthesizedExpression(node)
  ) {
    return follow(node.expression);
  }
  return undefined;
}

/** Whether an object has methods, which distinguish handlers from other objects such as options. */
function hasMethod(handlers: Handlers): boolean {
  const members: readonly ts.Node[] = ts.isClassLike(handlers) ? handlers.members : handlers.properties;
  return members.some(
    (member) =>
      ts.isMethodDeclaration(member) ||
      (ts.isPropertyAssignment(member) &&
        (ts.isArrowFunction(member.initializer) || ts.isFunctionExpression(member.initializer))),
  );
}

function returnedExpression(body: ts.ConciseBody | undefined): ts.Expression | undefined {
  return body !== undefined && ts.isBlock(body) ? body.statements.find(ts.isReturnStatement)?.expression : body;
}

function findDeclaration(module: ts.SourceFile, name: string): ts.Node | undefined {
  return module.statements
    .flatMap((statement): readonly ts.Declaration[] => {
      if (ts.isVariableStatement(statement)) {
        return statement.declarationList.declarations;
      }
      return ts.isClassDeclaration(statement) || ts.isFunctionDeclaration(statement) ? [statement] : [];
    })
    .find((declaration) => ts.getNameOfDeclaration(declaration)?.getText(module) === name);
}

/** The methods of an object or class. */
interface Members {
  /** The names of all methods, including those from spreads and base classes of the same module. */
  readonly names: ReadonlySet<string>;
  /** False if spreads or base classes from other modules may add more. */
  readonly areKnown: boolean;
}

function listMembers(handlers: Handlers, module: ts.SourceFile, outer: readonly Handlers[] = []): Members {
  const names = ownNames(handlers);
  const inherited = included(handlers)
    .map((node) => resolveHandlers(node, module))
    .map((inner) => {
      if (inner === undefined) {
        return { names: new Set<string>(), areKnown: false };
      }
      return outer.includes(inner)
        ? { names: new Set<string>(), areKnown: true }
        : listMembers(inner, module, [...outer, handlers]);
    });
  return {
    names: new Set([...names, ...inherited.flatMap(({ names }) => [...names])]),
    areKnown: inherited.every(({ areKnown }) => areKnown),
  };
}

/** Returns the objects that are spread into an object, or the base class of a class. */
function included(handlers: Handlers): ts.Expression[] {
  return ts.isObjectLiteralExpression(handlers)
    ? handlers.properties.filter(ts.isSpreadAssignment).map(({ expression }) => expression)
    : (handlers.heritageClauses ?? [])
        .filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
        .flatMap(({ types }) => types.map(({ expression }) => expression));
}

function ownNames(handlers: Handlers): string[] {
  const members = ts.isObjectLiteralExpression(handlers)
    ? handlers.properties
    : handlers.members.filter(isPublicMethod);
  return members.flatMap(({ name }) => (name === undefined ? [] : literalName(name)));
}

/** Whether a member is a public method, or a property, which may contain a function. */
function isPublicMethod(member: ts.ClassElement): boolean {
  const nonPublic = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static;
  const isMethod = ts.isMethodDeclaration(member) || ts.isPropertyDeclaration(member);
  return isMethod && (ts.getCombinedModifierFlags(member) & nonPublic) === 0;
}

/** Returns `delete` for `"delete"` and `["delete"]`; empty for other computed names and private names. */
function literalName(name: ts.PropertyName): string[] {
  if (ts.isComputedPropertyName(name)) {
    return ts.isStringLiteralLike(name.expression) ? [name.expression.text] : [];
  }
  return ts.isPrivateIdentifier(name) ? [] : [name.text];
}

/** The name by which a module refers to an imported value. */
interface Imported {
  readonly name: string;
  /** The edits that add the import, if it is missing. */
  readonly edits: readonly Edit[];
}

/** Ensures that a module imports a value from the module `from`. */
function addImport(value: string, from: string, module: ts.SourceFile): Imported {
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

/**
 * Returns the edits that add methods at the end of an object or class, after the last comment, indented like its members.
 * `type` is the name of the interface of the handlers. The methods have parameters only if the handlers are declared to have this type.
 */
function addMethods(
  handlers: Handlers,
  missing: readonly MethodStub[],
  module: ts.SourceFile,
  notImplemented: string,
  type: string,
): Edit[] {
  const { text } = module;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const inClass = !ts.isObjectLiteralExpression(handlers);
  const members = inClass ? handlers.members : handlers.properties;
  const last = members.at(-1);
  const brace = handlers.end - 1;
  const outer = indentationAt(text, brace);
  const inner = last === undefined ? outer : indentationAt(text, last.getStart(module, true));
  const step = inner.startsWith(outer) && inner !== outer ? inner.slice(outer.length) : "  ";
  const types = inClass
    ? implementedType(handlers, type, module)
    : isOfType(handlers, type, module)
      ? "object"
      : undefined;
  const lines = missing.flatMap((method, index) => [
    ...(index === 0 && last === undefined ? [] : [""]),
    ...methodLines(method, { notImplemented, inClass, step, types }),
  ]);
  const block = lines.map((line) => newline + (line === "" ? "" : outer + step + line)).join("");
  const contentEnd = text.slice(0, brace).trimEnd().length;
  const isBraceAlone = text.slice(contentEnd, brace).includes("\n");
  const addition = isBraceAlone ? { at: contentEnd, text: block } : { at: brace, text: block + newline + outer };
  const needsComma = !inClass && last !== undefined && !members.hasTrailingComma;
  return [...(needsComma ? [{ at: last.end, text: "," }] : []), addition];
}

/** Returns the interface `type` in the `implements` clause of a class, with its type arguments; undefined if it is not there. */
function implementedType(
  { heritageClauses }: ts.ClassLikeDeclaration,
  type: string,
  module: ts.SourceFile,
): { readonly from: string } | undefined {
  const implemented = [...(heritageClauses ?? [])]
    .filter(({ token }) => token === ts.SyntaxKind.ImplementsKeyword)
    .flatMap(({ types }) => [...types])
    .find(({ expression }) => expression.getText(module) === type);
  return implemented && { from: implemented.getText(module) };
}

/** Whether an object is declared to have a type, directly or as the result of the function that returns it. */
function isOfType(node: ts.Node, type: string, module: ts.SourceFile): boolean {
  const { parent } = node;
  if (
    ts.isVariableDeclaration(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isTypeAssertionExpression(parent) ||
    ts.isFunctionLike(parent)
  ) {
    const typeText = parent.type?.getText(module);
    return typeText === type || typeText?.startsWith(`${type}<`) === true;
  }
  const isPassedOn = ts.isParenthesizedExpression(parent) || ts.isReturnStatement(parent) || ts.isBlock(parent);
  return isPassedOn && isOfType(parent, type, module);
}

/** Returns the white space at the start of the line that contains an offset. */
function indentationAt(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? "";
}

/** An insertion of text at an offset. */
interface Edit {
  readonly at: number;
  readonly text: string;
}

/** Returns the text after all edits. Insertions at the same offset are in the given order. */
function edited(text: string, edits: readonly Edit[]): string {
  const inOrder = [...edits].sort((a, b) => a.at - b.at);
  // From the end, so that earlier offsets stay valid.
  return inOrder.reduceRight((rest, { at, text }) => rest.slice(0, at) + text + rest.slice(at), text);
}
