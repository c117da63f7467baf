import { ts } from "ts-morph";

/** Returns the JSDoc comments that belong to a node itself. */
export function jsDocsOf(node: ts.Node): readonly ts.JSDoc[] {
  return (node as { readonly jsDoc?: readonly ts.JSDoc[] }).jsDoc ?? []; // `getJSDocCommentsAndTags` returns only the last one
}

/** Returns the properties of a type, or of the variants of a union; with a tag, only of the variants that have it. */
export function propertiesOf(type: ts.Type | undefined, name: string, tag?: string): readonly ts.Symbol[] {
  const variants = type === undefined ? [] : type.isUnion() ? type.types : [type];
  return variants
    .filter((variant) => tag === undefined || tagOf(variant) === tag || tagOf(variant) === undefined)
    .flatMap((variant) => variant.getProperty(name) ?? []);
}

/** Whether a type, or a variant of it, has a property that is declared in the package. */
export function propertiesAreOfPackage(type: ts.Type, isInPackage: (declaration: ts.Declaration) => boolean): boolean {
  const variants = type.isUnion() ? type.types : [type];
  return variants.some((variant) =>
    variant.getProperties().some(({ declarations }) => declarations?.some(isInPackage)),
  );
}

/** Returns the error whose summary a string is compared with: `error` in `error.summary.startsWith("path")`; undefined if there is none. */
export function summarizedError(node: ts.StringLiteralLike): ts.Expression | undefined {
  const { parent } = node;
  const isArgument = ts.isCallExpression(parent) && ts.isPropertyAccessExpression(parent.expression);
  const compared =
    isArgument && searches.has(parent.expression.name.text) ? parent.expression.expression : comparedWith(node);
  return compared !== undefined && ts.isPropertyAccessExpression(compared) && compared.name.text === "summary"
    ? compared.expression
    : undefined;
}

const searches: ReadonlySet<string> = new Set(["startsWith", "includes"]);

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
export function tagIn(object: ts.ObjectLiteralExpression): string | undefined {
  for (const property of object.properties) {
    if (ts.isPropertyAssignment(property) && nameOf(property) === ".tag") {
      return ts.isStringLiteralLike(property.initializer) ? property.initializer.text : undefined;
    }
  }
  return undefined;
}

export function nameOf({ name }: ts.PropertyAssignment): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;
}

export function isPropertyName(node: ts.Identifier | ts.StringLiteralLike): boolean {
  return ts.isObjectLiteralElementLike(node.parent) && node.parent.name === node;
}

/** Returns the values of which an object literal has the properties: those that it spreads, or to which `Object.assign` adds it. */
export function copiedInto(object: ts.ObjectLiteralExpression): readonly ts.Expression[] {
  const { parent } = object;
  const isAssigned = ts.isCallExpression(parent) && parent.expression.getText() === "Object.assign";
  return [
    ...object.properties.filter((property) => ts.isSpreadAssignment(property)).map(({ expression }) => expression),
    ...(isAssigned ? parent.arguments.filter((argument) => argument !== object) : []),
  ];
}

/** Returns the types that a class implements. */
export function implementedBy({ heritageClauses }: ts.ClassLikeDeclaration): readonly ts.Node[] {
  return (heritageClauses ?? []).flatMap(({ token, types }) =>
    token === ts.SyntaxKind.ImplementsKeyword ? types : [],
  );
}

/** Returns the value that a pattern takes apart in an assignment: `item` in `({ name } = item)`; undefined if it is no pattern. */
export function assignedTo(pattern: ts.ObjectLiteralExpression): ts.Expression | undefined {
  const { parent } = pattern;
  const isTarget = ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return isTarget && parent.left === pattern ? parent.right : undefined;
}

export function isTagName(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) && node.text === ".tag";
}

/** Whether a string is the name of a module: of an import, an export, `import()`, `require()` or `declare module`. */
export function isModuleName({ parent }: ts.StringLiteralLike): boolean {
  return (
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isJSDocImportTag(parent) ||
    ts.isExternalModuleReference(parent) ||
    ts.isModuleDeclaration(parent) ||
    (ts.isLiteralTypeNode(parent) && ts.isImportTypeNode(parent.parent)) ||
    (ts.isCallExpression(parent) &&
      (parent.expression.kind === ts.SyntaxKind.ImportKeyword ||
        (ts.isIdentifier(parent.expression) && parent.expression.text === "require")))
  );
}

/** Returns the expression whose value a string becomes: the whole condition in `isNew ? "new" : "old"`, or the list in `["new"]`. */
export function valueTarget(node: ts.Expression): ts.Expression {
  const { parent } = node;
  const isPassedOn =
    ts.isParenthesizedExpression(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    (ts.isBinaryExpression(parent) && alternatives.has(parent.operatorToken.kind));
  return isPassedOn ? valueTarget(parent) : node;
}

const alternatives: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.BarBarToken,
]);

/** Returns the expression that a string is compared with; undefined if it is not compared. */
export function comparedWith(node: ts.StringLiteralLike): ts.Expression | undefined {
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
