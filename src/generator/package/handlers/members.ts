import { ts } from "ts-morph";
import { resolveHandlers, type Handlers } from "./find.js";

/** The methods of an object or class. */
export interface Members {
  /** The names of all methods, including those from spreads and base classes of the same module. */
  readonly names: ReadonlySet<string>;
  /** False if spreads or base classes from other modules may add more. */
  readonly areKnown: boolean;
}

export function listMembers(handlers: Handlers, module: ts.SourceFile, outer: readonly Handlers[] = []): Members {
  const names = ownNames(handlers);
  const inherited = included(handlers)
    .map((node) => resolveHandlers(node, module))
    .map((found) => {
      if (found === undefined) {
        return { names: new Set<string>(), areKnown: false };
      }
      return outer.includes(found)
        ? { names: new Set<string>(), areKnown: true }
        : listMembers(found, module, [...outer, handlers]);
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
  const others = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static;
  const isMethod = ts.isMethodDeclaration(member) || ts.isPropertyDeclaration(member);
  return isMethod && (ts.getCombinedModifierFlags(member) & others) === 0;
}

/** Returns `delete` for `"delete"` and `["delete"]`; empty for other computed names and private names. */
function literalName(name: ts.PropertyName): string[] {
  if (ts.isComputedPropertyName(name)) {
    return ts.isStringLiteralLike(name.expression) ? [name.expression.text] : [];
  }
  return ts.isPrivateIdentifier(name) ? [] : [name.text];
}
