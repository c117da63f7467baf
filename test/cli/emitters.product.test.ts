import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ashlar, folderWith, type Outcome } from "./command-line.js";

const spec = "namespace shop\n\nstruct Item\n    name String\n\nroute buy(Item, Void, Void)\n";

/** What `ashlar generate` says with an emitter in a file of its own. */
async function generate(emitter: string, file = "emitters/docs.mjs"): Promise<Outcome & { readonly folder: string }> {
  const folder = folderWith({
    "spec/shop.stone": spec,
    [file]: emitter,
    [file.replace(/^.*(?=\.)/, "ashlar.config")]:
      `import { docs } from "./${file}"; export default { specs: "spec", emitters: [docs] };`,
  });
  return { ...(await ashlar(["generate"], { cwd: folder })), folder };
}

const expected = 'A file is `{ kind: "text", path, text }` or `{ kind: "module", path, statements }`.';
const who = "error: The emitter `docs` in emitters/docs.mjs";

describe("an emitter of somebody else is named, with its file and what is expected, and nothing is written", () => {
  test.each([
    [
      "gives a file without kind",
      '[{ path: "a.md", text: "" }]',
      `returned the file a.md without \`kind\`. ${expected}`,
    ],
    [
      "gives a file of another kind",
      '[{ kind: "txt", path: "a.md", text: "" }]',
      `returned the file a.md with the kind "txt". ${expected}`,
    ],
    [
      "gives a file without path",
      '[{ kind: "text", text: "" }]',
      "returned a file (number 1 of its list) without `path`.",
    ],
    [
      "gives a file without text",
      '[{ kind: "text", path: "a.md" }]',
      "returned the file a.md whose `text` is undefined.",
    ],
    [
      "gives a module without statements",
      '[{ kind: "module", path: "src/a.ts", text: "" }]',
      "returned the file src/a.ts whose `statements` are undefined.",
    ],
    ["gives a file that is none", '["a.md"]', "returned a file (number 1 of its list) that is a string."],
    ["gives nothing", "undefined", `returned undefined instead of a list of files. ${expected}`],
    ["gives one file", '({ kind: "text", path: "a.md", text: "" })', "returned an object instead of a list of files."],
    ["is asynchronous", "Promise.reject(new Error())", "returned a promise instead of a list of files"],
    [
      "gives an odd path",
      '[{ kind: "text", path: "./a.md", text: "" }]',
      "returned the file ./a.md whose `path` is not of",
    ],
    [
      "gives a module that is wrong",
      '[{ kind: "text", path: "src/a.ts", text: "const = 1" }]',
      "returned the file src/a.ts, which cannot be formatted or compiled: ",
    ],
    [
      "gives a module without the types of what it exports",
      '[{ kind: "text", path: "src/a.ts", text: "export const a = [1];" }]',
      "returned the file src/a.ts, which cannot be formatted or compiled: ",
    ],
    [
      "gives structures that are wrong",
      '[{ kind: "module", path: "src/a.ts", statements: [{ kind: 4711 }] }]',
      "returned the file src/a.ts, which cannot be formatted or compiled: ",
    ],
  ])("an external emitter is named, with its file and what is expected, if it %s", async (_, result, problem) => {
    const { code, stderr, folder } = await generate(`export function docs() { return ${result}; }`);
    expect(stderr).toContain(`${who} ${problem}`);
    expect({ code, hasOutput: existsSync(join(folder, "generated")) }).toEqual({ code: 2, hasOutput: false });
  });

  test.each(["emitters/docs.mjs", "emitters/docs.ts"])(
    "an external emitter that throws is named, with the place in %s",
    async (file) => {
      const emitter = "\nexport function docs(api) {\n  return api.namespaces.map(({ nmae }) => nmae.length);\n}\n";
      const { code, stderr, folder } = await generate(emitter, file);
      expect(code).toBe(2);
      expect(stderr).toContain(
        `error: The emitter \`docs\` in ${file} failed: TypeError: Cannot read properties of undefined`,
      );
      expect(stderr).toMatch(new RegExp(`${join(folder, file)}[^\\n]*:3:`));
      expect(stderr).not.toMatch(/bug in Ashlar|runEmitter/);
    },
  );

  test("an external emitter without a name is reported with the file of the configuration", async () => {
    const config = 'export default { specs: "spec", emitters: [() => { throw "no" }] };';
    const folder = folderWith({ "spec/shop.stone": spec, "ashlar.config.mjs": config });
    expect(await ashlar(["generate"], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: "error: An emitter without a name in ashlar.config.mjs failed: no\n",
    });
  });
});

test("files of types that prettier does not know are written as they are", async () => {
  const { code, folder } = await generate(
    'export const docs = () => [{ kind: "text", path: "NOTICE", text: "  as it is  " }];',
  );
  expect(code).toBe(0);
  expect(readFileSync(join(folder, "generated/NOTICE"), "utf8")).toBe("  as it is  ");
});
