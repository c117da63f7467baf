import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { printPackage } from "./print-package.js";

/*
 * Each `.md` file here is a short specification and the code that it becomes, to be read as documentation. With
 * UPDATE_FIXTURES=1 the code is written anew.
 */

const folder = import.meta.dirname;

/** The text with each block of TypeScript, which follows the name of its file in bold, as it is emitted now. */
async function rewritten(text: string): Promise<string> {
  const spec = /```stone\n([^]*?)```/.exec(text)?.[1] ?? "";
  const { api, diagnostics } = compile([{ path: "spec.stone", text: spec }]);
  if (api === undefined) {
    throw new Error(diagnostics.map(({ line, message }) => `line ${line}: ${message}`).join("\n"));
  }
  const files = await printPackage(api);
  const codeOf = (path: string): string => {
    const code = files.find((file) => file.path === `src/${path}`)?.text ?? "";
    // The head is the same everywhere.
    return code
      .replace(/^\/\/ Generated[^\n]*\n/, "")
      .replace(/^import [^]*?;\n/gm, "")
      .trim();
  };
  return text.replace(
    /\*\*(\S+\.ts)\*\*\n\n```ts\n[^]*?```/g,
    (_, path: string) => `**${path}**\n\n\`\`\`ts\n${codeOf(path)}\n\`\`\``,
  );
}

for (const name of readdirSync(folder).filter((name) => name.endsWith(".md"))) {
  test(`${name} shows the code that is emitted`, async () => {
    const path = join(folder, name);
    const text = readFileSync(path, "utf8");
    const now = await rewritten(text);
    if (process.env["UPDATE_FIXTURES"] === "1") {
      writeFileSync(path, now);
    } else {
      expect(text).toBe(now);
    }
  });
}
