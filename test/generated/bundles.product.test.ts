import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { packageFolder } from "../support/packages.js";

/** What a bundler takes of the package of spec for some code: the modules below `dist/`, and the text. */
async function bundle(code: string, minify = false): Promise<{ readonly modules: string[]; readonly text: string }> {
  const dist = join(await packageFolder("spec"), "dist");
  const { metafile, outputFiles } = await build({
    stdin: { contents: code, resolveDir: dist },
    bundle: true,
    treeShaking: true,
    minify,
    target: "es2022",
    format: "esm",
    platform: "browser",
    metafile: true,
    write: false,
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  const modules = used.map((path) => path.replace(/^.*\/dist\//, "")).sort();
  return { modules, text: outputFiles[0]?.text ?? "" };
}

/** Functions of the runtime that a plain call does not need. */
const optional = ["callList", "callLaunch", "upload", "uploadInPieces", "download", "downloadUrl", "readExactly", "withArgument", "headerSafe"];

test("PKG-4: who calls one route ships that route, and nothing that it does not need", async () => {
  const { modules, text } = await bundle(`
    export { createCore, call } from "./index.js";
    export { listRevisions } from "./files/index.js";
  `);
  expect(modules.filter((path) => /server|oauth|team|auth|saving/.test(path))).toEqual([]);
  expect(text).toContain("function performCall(");
  expect(optional.filter((name) => text.includes(`function ${name}(`))).toEqual([]);
  expect(text).toContain("files/list_revisions");
  expect(text).not.toMatch(/files\/(copy|upload|download|move)/);
});

test("who calls one route ships at most 12 KB after compression", async () => {
  const code = 'export { createCore, call } from "./index.js"; export { listRevisions } from "./files/index.js";';
  const { text } = await bundle(code, true);
  expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(12_190);
});

test("PKG-4: who calls one namespace ships no other one's routes", async () => {
  const { text } = await bundle('export { createCore } from "./index.js"; export { filesClient } from "./files/index.js";');
  expect(text).toContain("files/copy");
  expect(text).not.toContain("team/groups");
});
