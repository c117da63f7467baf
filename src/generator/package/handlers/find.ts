import { ts } from "ts-morph";

/** The object or class that contains the handlers of a namespace. */
export type Handlers = ts.ObjectLiteralExpression | ts.ClassLikeDeclaration;

/**
 * Returns the handlers in a module that users have edited: the value of the declaration `name`, even if it is wrapped, or
 * else a class that implements `type`.
 */
export function findHandlers(module: ts.SourceFile, name: string, type: string): Handlers | undefined {
  const implementsType = (made: ts.ClassLikeDeclaration): boolean =>
    (made.heritageClauses ?? [])
      .filter(({ token }) => token === ts.SyntaxKind.ImplementsKeyword)
      .some(({ types }) => types.some(({ expression }) => expression.getText(module) === type));
  return (
    resolveHandlers(findDeclaration(module, name), module) ??
    module.statements.filter(ts.isClassDeclaration).find(implementsType)
  );
}

/** Returns the object literal or class that an expression evaluates to; undefined if the module alone does not show it. */
export function resolveHandlers(
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
      follow(node.expression) ?? node.arguments.map(follow).find((found) => found !== undefined && hasMethod(found))
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
