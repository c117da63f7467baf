import { ts } from "ts-morph";
import { methodLines, type MethodStub } from "../../emit/scaffold.js";
import type { Edit } from "./edit.js";
import type { Handlers } from "./find.js";

/**
 * Returns the edits that add methods at the end of an object or class, after the last comment, indented like its members.
 * `type` is the name of the interface of the handlers. The methods have parameters only if the handlers are declared to have this type.
 */
export function addMethods(
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
    const declared = parent.type?.getText(module);
    return declared === type || declared?.startsWith(`${type}<`) === true;
  }
  const isPassedOn = ts.isParenthesizedExpression(parent) || ts.isReturnStatement(parent) || ts.isBlock(parent);
  return isPassedOn && isOfType(parent, type, module);
}

/** Returns the white space at the start of the line that contains an offset. */
function indentationAt(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? "";
}
