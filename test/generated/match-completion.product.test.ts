import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { packageFolder } from "../support/packages.js";

const code = `import { match } from "../dist/index.js";
import type { Metadata } from "../dist/files/types.js";
declare const metadata: Metadata;
match(metadata, { /*empty*/ });
match(metadata, { file: () => 1, /*begun*/ });
match(metadata, { unheard: () => 1, /*wrong*/ });
`;

test.each(["empty", "begun", "wrong"])("completion of handlers of match offers tags, and nothing that is none: %s", async (place) => {
  const folder = await packageFolder("spec");
  const path = join(folder, "src", "completion.ts");
  const read = (file: string): string | undefined => (file === path ? code : ts.sys.readFile(file));
  const service = ts.createLanguageService({
    getScriptFileNames: () => [path],
    getScriptVersion: () => "1",
    getScriptSnapshot(file) {
      const text = read(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => ({ strict: true, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => file === path || ts.sys.fileExists(file),
    readFile: read,
  });
  const { entries = [] } = service.getCompletionsAtPosition(path, code.indexOf(`/*${place}*/`), {}) ?? {};
  const names = entries.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["_", "deleted", "folder"]));
  expect(["$unknown", "_", "deleted", "file", "folder"]).toEqual(expect.arrayContaining(names));
});
