import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import ts from "typescript";
import { dropboxFolder } from "../support/corpus.js";
import { packageFolder } from "../support/packages.js";

/** The `{@link …}` of all comments below a folder which lead nowhere, and how many lead somewhere. */
function linksIn(folder: string, extension: string): { dead: string[]; alive: number } {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(extension))
    .map((path) => join(folder, path));
  const program = ts.createProgram(paths, {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    noEmit: true,
    noLib: true, // no comment links to what JavaScript itself has
    types: [],
  });
  const checker = program.getTypeChecker();
  const dead: string[] = [];
  let alive = 0;
  const seen = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    if (seen.has(node)) {
      return;
    }
    seen.add(node);
    if (ts.isJSDocLink(node)) {
      if (node.name !== undefined && checker.getSymbolAtLocation(node.name) !== undefined) {
        alive++;
      } else {
        dead.push(`${node.getSourceFile().fileName}: ${node.getText()}`);
      }
    }
    ts.getJSDocCommentsAndTags(node).forEach(visit);
    ts.forEachChild(node, visit);
  };
  program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(folder))
    .forEach(visit);
  return { dead, alive };
}

for (const name of ["spec", "dropbox"]) {
  test.skipIf(name === "dropbox" && dropboxFolder === undefined)(`every link in the documentation of ${name} leads somewhere`, async () => {
    const { dead, alive } = linksIn(join(await packageFolder(name), "src"), ".ts");
    expect(dead).toEqual([]);
    expect(alive).toBeGreaterThan(300);
  });
}
