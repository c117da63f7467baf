import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { ashlar, folderWith, type Outcome } from "./command-line.js";

/** A folder with these files, and what runs there. */
function project(files: Readonly<Record<string, string>> = {}): {
  folder: string;
  init: (...args: string[]) => Promise<Outcome>;
  read: (path: string) => string;
  has: (path: string) => boolean;
} {
  const folder = folderWith(files);
  return {
    folder,
    init: (...args) => ashlar(["init", ...args], { cwd: folder }),
    read: (path) => readFileSync(join(folder, path), "utf8"),
    has: (path) => existsSync(join(folder, path)),
  };
}

/** A `package.json` after `init`. */
async function scripted(text: string): Promise<string> {
  const { init, read } = project({ "package.json": text });
  expect(await init()).toMatchObject({ code: 0, stderr: "" });
  return read("package.json");
}

const next = `
Next:
  npx ashlar generate      generates the package in the folder generated
  npm install ./generated  lets you import it as greeter-api
`;

describe("ashlar init", () => {
  test("ashlar init writes a specification, a configuration and scripts, and says what to do next", async () => {
    const { folder, init } = project({ "package.json": '{\n  "name": "mine"\n}\n' });
    expect(await init()).toEqual({
      code: 0,
      stdout:
        "Wrote spec/greeter.stone, a first specification.\nWrote ashlar.config.ts.\n" +
        "Wrote .gitattributes: generated files have the same line ends everywhere.\n" +
        `Added to the scripts of package.json: generate, generate:check.\n${next}`,
      stderr: "",
    });
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
      ".gitattributes",
      "ashlar.config.ts",
      "package.json",
      "spec",
      "spec/greeter.stone",
    ]);
  });

  test("ashlar init writes what generates a package at once, wherever Ashlar is installed", async () => {
    const { folder, init, read } = project();
    await init();
    expect(await ashlar(["generate"], { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(read("generated/package.json"))).toMatchObject({ name: "greeter-api", version: "0.1.0" });
    expect(await ashlar(["generate", "--check"], { cwd: folder })).toMatchObject({ code: 0 });
  });

  test("ashlar init writes a specification with a route, structs, unions and an example, and nothing to be warned of", async () => {
    const { init, read } = project();
    await init();
    const { api, diagnostics } = compile([{ path: "greeter.stone", text: read("spec/greeter.stone") }]);
    expect(diagnostics).toEqual([]);
    const [namespace] = api?.namespaces ?? [];
    expect(namespace?.routes.map(({ name }) => name)).toEqual(["greet"]);
    expect(new Set(namespace?.types.map(({ kind }) => kind))).toEqual(new Set(["struct", "union"]));
    expect(read("spec/greeter.stone")).toContain("example default");
  });

  test("ashlar init changes nothing the second time, and says so", async () => {
    const { folder, init, read } = project({ "package.json": '{\n  "name": "mine"\n}\n' });
    await init();
    const before = ["ashlar.config.ts", "package.json", "spec/greeter.stone"].map((path) => [
      read(path),
      statSync(join(folder, path)).mtimeMs,
    ]);
    expect(await init()).toEqual({
      code: 0,
      stdout: "Nothing to do: this folder already has a configuration.\n",
      stderr: "",
    });
    const after = ["ashlar.config.ts", "package.json", "spec/greeter.stone"].map((path) => [
      read(path),
      statSync(join(folder, path)).mtimeMs,
    ]);
    expect(after).toEqual(before);
  });

  test.each([
    ["", ""],
    ["*.png binary", "*.png binary\n"],
    ["*.png binary\r\n", "*.png binary\r\n"],
  ])("ashlar init adds to a .gitattributes that is %j", async (before, kept) => {
    const { init, read } = project({ ".gitattributes": before });
    await init();
    expect(read(".gitattributes").startsWith(kept)).toBe(true);
    expect(read(".gitattributes").slice(kept.length).split(/\r?\n/)).toEqual([
      expect.stringMatching(/^# /),
      "/generated/** text eol=lf linguist-generated",
      "*.stone text eol=lf",
      "",
    ]);
    expect(read(".gitattributes").includes("\r")).toBe(before.includes("\r"));
  });

  test("ashlar init makes no package.json, and says how one is made", async () => {
    const { init, has } = project();
    expect((await init()).stdout).toContain("  npm init -y              there is no package.json yet\n");
    expect(has("package.json")).toBe(false);
  });

  test("ashlar init adds nothing to specifications that are there, and names the package after the first", async () => {
    const { init, read, has } = project({ "spec/deep/My shop.stone": "namespace shop\n" });
    expect((await init()).stdout).toMatch(/^Wrote ashlar\.config\.ts\.\n/);
    expect(has("spec/greeter.stone")).toBe(false);
    expect(read("ashlar.config.ts")).toContain('name: "my-shop-api"');
  });

  test("ashlar init names the package after the folder if there are several specifications", async () => {
    const { folder } = project({ "Own Service/spec/common.stone": "", "Own Service/spec/recipes.stone": "" });
    expect((await ashlar(["init"], { cwd: join(folder, "Own Service") })).code).toBe(0);
    const config = readFileSync(join(folder, "Own Service/ashlar.config.ts"), "utf8");
    expect(config).toContain('name: "own-service-api"');
  });

  test.each(["ts", "mts", "js", "mjs", "json"])("ashlar init leaves an ashlar.config.%s alone", async (extension) => {
    const name = `ashlar.config.${extension}`;
    const { folder, init, read } = project({ [name]: "mine" });
    expect((await init()).stdout).toBe("Nothing to do: this folder already has a configuration.\n");
    expect(readdirSync(folder)).toEqual([name]);
    expect(read(name)).toBe("mine");
  });

  test.each([
    [
      "with an empty object",
      "{}",
      '{\n  "scripts": {\n    "generate": "ashlar generate",\n    "generate:check": "ashlar generate --check"\n  }\n}',
    ],
    [
      "on one line",
      '{ "name": "x" }',
      '{ "name": "x", "scripts": { "generate": "ashlar generate", "generate:check": "ashlar generate --check" } }',
    ],
    [
      "with tabs and no scripts",
      '{\n\t"files": ["a", "b"]\n}',
      '{\n\t"files": ["a", "b"],\n\t"scripts": {\n\t\t"generate": "ashlar generate",\n\t\t"generate:check": "ashlar generate --check"\n\t}\n}',
    ],
    [
      "with empty scripts",
      '{\n    "scripts": {},\n    "a": 1\n}\n',
      '{\n    "scripts": {\n        "generate": "ashlar generate",\n        "generate:check": "ashlar generate --check"\n    },\n    "a": 1\n}\n',
    ],
    [
      "with Windows line ends",
      '{\r\n  "scripts": {\r\n    "test": "vitest"\r\n  }\r\n}\r\n',
      '{\r\n  "scripts": {\r\n    "test": "vitest",\r\n    "generate": "ashlar generate",\r\n    "generate:check": "ashlar generate --check"\r\n  }\r\n}\r\n',
    ],
    [
      "with a script of that name",
      '{\n  "scripts": { "generate": "mine" }\n}\n',
      '{\n  "scripts": { "generate": "mine", "generate:check": "ashlar generate --check" }\n}\n',
    ],
    [
      "with a byte order mark",
      '\ufeff{\n  "scripts": {\n    "a": "b"\n  }\n}\n',
      '\ufeff{\n  "scripts": {\n    "a": "b",\n    "generate": "ashlar generate",\n    "generate:check": "ashlar generate --check"\n  }\n}\n',
    ],
  ])("ashlar init adds scripts to a package.json %s, and keeps all else as it is written", async (_, before, after) => {
    expect(await scripted(before)).toBe(after);
  });

  test("ashlar init keeps the permissions of a package.json", async () => {
    const { folder, init } = project({ "package.json": "{}" });
    chmodSync(join(folder, "package.json"), 0o640);
    await init();
    expect(statSync(join(folder, "package.json")).mode & 0o777).toBe(0o640);
  });

  test.each([
    ['{\n  "name": "x",\n}\n', "package.json:3:1 is not valid JSON: Expected double-quoted property name."],
    ['{\n  "name": tru\n}\n', "package.json:2:11 is not valid JSON: "],
    ["", "package.json:1:1 is not valid JSON: Unexpected end of JSON input."],
    ["[]", "package.json is invalid: it must be an object."],
    ['{ "scripts": [] }', "package.json is invalid: 'scripts' must be an object."],
  ])("ashlar init writes nothing if package.json is %j, and says what is wrong and where", async (text, message) => {
    const { folder, init, read } = project({ "package.json": text });
    const { code, stdout, stderr } = await init();
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`error: ${message}`);
    expect(readdirSync(folder)).toEqual(["package.json"]);
    expect(read("package.json")).toBe(text);
  });

  test("ashlar init says what is in the way of the folder of specifications", async () => {
    const { init, has } = project({ spec: "a file" });
    const { code, stderr } = await init();
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: .*spec cannot be read: part of the path is a file, not a folder\.\n$/);
    expect(has("ashlar.config.ts")).toBe(false);
  });

  test("ashlar init takes no arguments", async () => {
    const { init } = project();
    expect(await init("here")).toMatchObject({
      code: 2,
      stderr: "error: Unexpected argument 'here'.\nSee `ashlar init --help`.\n",
    });
  });

  test("ashlar init writes a specification that is formatted, with which the linter finds nothing wrong", async () => {
    const { folder, init } = project();
    await init();
    expect(await ashlar(["format", "--check"], { cwd: folder })).toMatchObject({ code: 0, stdout: "" });
    expect(await ashlar(["lint"], { cwd: folder })).toMatchObject({ code: 0 });
  });

  test.each([
    [
      "as create-next-app has it",
      '{\n  "compilerOptions": { "noEmit": true },\n  "include": ["next-env.d.ts", "**/*.ts"],\n  "exclude": ["node_modules"]\n}\n',
      '{\n  "compilerOptions": { "noEmit": true },\n  "include": ["next-env.d.ts", "**/*.ts"],\n  "exclude": ["node_modules", "generated"]\n}\n',
    ],
    [
      "as tsc --init has it",
      '{\n  // All files.\n  "compilerOptions": { "outDir": "./dist" },\n}\n',
      '{\n  // All files.\n  "compilerOptions": { "outDir": "./dist" },\n  "exclude": ["node_modules", "./dist", "generated", "ashlar.config.ts"],\n}\n',
    ],
    ["as create-vite has it", '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }', undefined],
    ["for `src` alone", '{ "include": ["src"] }', undefined],
    ["with the folder excluded", '{ "compilerOptions": { "noEmit": true }, "exclude": ["./generated/**"] }', undefined],
    ["that cannot be read", '{ "include": [', undefined],
  ])(
    "ashlar init excludes what is generated from a tsconfig.json that would find it: %s",
    async (_, text, expected) => {
      const { init, read } = project({ "tsconfig.json": text });
      const { stdout } = await init();
      expect(read("tsconfig.json")).toBe(expected ?? text);
      expect(stdout.includes("Added to `exclude` in tsconfig.json")).toBe(expected !== undefined);
    },
  );

  test("ashlar init excludes it for the build of Nest too, whose list replaces that of tsconfig.json", async () => {
    const { init, read } = project({
      "tsconfig.json": '{ "compilerOptions": { "outDir": "./dist" } }',
      "tsconfig.build.json": '{\n  "extends": "./tsconfig.json",\n  "exclude": ["node_modules", "test"]\n}\n',
    });
    await init();
    expect(read("tsconfig.build.json")).toBe(
      '{\n  "extends": "./tsconfig.json",\n  "exclude": ["node_modules", "test", "generated", "ashlar.config.ts"]\n}\n',
    );
  });
});
