import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";
import { expect, test } from "vitest";

/** Names of functions that ask a question. */
const question = /^#?(?:is|are|has|have|can)[A-Z]/;
/** Methods that change lists, maps and sets. */
const changes = /^(?:add|clear|delete|pop|push|set|shift|splice|unshift)$/;
/** Functions that write to a disk. */
const writes =
  /^(?:appendFile|chmod|copyFile|link|mkdir|mkdtemp|rename|rm|rmdir|symlink|truncate|unlink|utimes|writeFile)(?:Sync)?$/;

/** Returns the functions and methods in a file whose names ask a question: each name and body. */
function findQuestions(node: ts.Node): (readonly [name: string, body: ts.Node])[] {
  const { name, initializer = node } = node as { readonly name?: ts.Node; readonly initializer?: ts.Node } & ts.Node;
  const { body } = initializer as { readonly body?: ts.Node } & ts.Node;
  const isQuestion = body !== undefined && ts.isFunctionLike(initializer) && question.test(name?.getText() ?? "");
  const questions = isQuestion ? [[name?.getText() ?? "", body] as const] : [];
  ts.forEachChild(node, (child) => void questions.push(...findQuestions(child)));
  return questions;
}

/**
 * Returns the changes, in the body of a function, of anything that the body does not declare, and what it writes to a disk. Does
 * not see the effects of functions that it calls, nor changes through a local variable of what others see as well.
 */
function effectsOf(body: ts.Node): string[] {
  const locals = new Set<string>();
  const effects: string[] = [];
  const isForeign = (node: ts.Node): boolean =>
    ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)
      ? isForeign(node.expression)
      : node.kind === ts.SyntaxKind.ThisKeyword || (ts.isIdentifier(node) && !locals.has(node.text));
  const visit = (node: ts.Node): void => {
    if ((ts.isVariableDeclaration(node) || ts.isBindingElement(node)) && ts.isIdentifier(node.name)) {
      locals.add(node.name.text);
    }
    const target = changedBy(node);
    if (target === "disk" || (target !== undefined && isForeign(target))) {
      effects.push(node.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(body);
  return effects;
}

/** Returns what an expression changes; undefined for nothing. */
function changedBy(node: ts.Node): ts.Node | "disk" | undefined {
  if (ts.isBinaryExpression(node)) {
    return /^[^=<>!]*=$|^(?:<<|>>>?)=$/.test(node.operatorToken.getText()) ? node.left : undefined;
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    return /\+\+|--/.test(ts.tokenToString(node.operator) ?? "") ? node.operand : undefined;
  }
  if (!ts.isCallExpression(node)) {
    return ts.isDeleteExpression(node) ? node.expression : undefined;
  }
  const { expression: called } = node;
  const name = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText();
  const receiver = ts.isPropertyAccessExpression(called) && changes.test(name) ? called.expression : undefined;
  return writes.test(name) ? "disk" : receiver;
}

test.each(["src", "templates", "service/src", "service/admin/server", "tools"])(
  "functions in %s whose names ask a question have no effects",
  (folder) => {
    const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
    const wrong = paths.flatMap((path) => {
      const file = ts.createSourceFile(path, readFileSync(join(folder, path), "utf8"), ts.ScriptTarget.Latest, true);
      return findQuestions(file).flatMap(([name, body]) =>
        effectsOf(body).map((effect) => `${path}: ${name}: ${effect}`),
      );
    });
    expect(wrong).toEqual([]);
  },
);
