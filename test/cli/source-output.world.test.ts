import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { check } from "prettier";
import { describe, expect, test } from "vitest";
import { checkSources } from "../support/checked-sources.js";
import { compilerErrors } from "../support/compiler-errors.js";
import { ashlar, folderWith } from "./command-line.js";

const run = promisify(execFile);

const shop = `namespace shop

struct Item
    name String
    price UInt32 = 1

union ShopError
    closed

route buy(Item, Void, ShopError)
    "Buys an item."
`;

/** An application with a specification, whose generated sources are in `src/api`. */
function application(options: object = {}, spec = shop): string {
  return folderWith({
    "spec/shop.stone": spec,
    "ashlar.config.json": JSON.stringify({ specs: "spec", out: "src/api", output: "source", ...options }),
  });
}

/** The files in a folder, as paths below it. */
function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** What follows the imports in modules that prettier has checked. */
const formatted = new Set<string>();

async function complaints(folder: string, options: object): Promise<string> {
  await checkSources(join(folder, "src/api"));
  const compilerOptions = {
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"],
    types: [],
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    isolatedModules: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    ...options,
  };
  return compilerErrors("typescript-newest", folder, { compilerOptions, include: ["src", "handlers"] });
}

describe('output: "source"', () => {
  test("generating sources says which libraries its optional modules need that are not installed", async () => {
    const folder = application({ mcp: true, query: true, twin: true });
    const needs = (entry: string, name: string, range: string): string =>
      `src/api/${entry}/index.ts needs ${name}, which is not installed. Run: npm install "${name}@${range}"\n`;
    const query = needs("query", "@tanstack/query-core", ">=5");
    const { stderr } = await ashlar(["generate"], { cwd: folder });
    expect(stderr).toBe(`${query}${needs("mcp", "@modelcontextprotocol/server", ">=2")}`);
    await cp(
      "node_modules/@modelcontextprotocol/server/package.json",
      `${folder}/node_modules/@modelcontextprotocol/server/package.json`,
    );
    expect((await ashlar(["generate"], { cwd: folder })).stderr).toBe(query);
  });

  test("generating sources writes TypeScript files only, with a manifest, into a folder of the application", async () => {
    const folder = application();
    expect(await ashlar(["generate"], { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
    const files = filesIn(join(folder, "src/api"));
    expect(files.filter((path) => !path.endsWith(".ts"))).toEqual(["ashlar-manifest.json"]);
    expect(files).toEqual(expect.arrayContaining(["index.ts", "shop/client.ts", "shop/types.ts", "runtime/client.ts"]));
    expect(files.filter((path) => path.endsWith(".d.ts"))).toEqual([]);
  });

  test.each([
    [undefined, /from "\.\/.*\.js"/, { module: "nodenext" }],
    [".ts", /from "\.\/.*\.ts"/, { module: "nodenext", allowImportingTsExtensions: true }],
    ["", /from "\.\/[^".]*"/, { module: "esnext", moduleResolution: "bundler" }],
  ])(
    "generated sources import each other with %j, compile strictly with types of browsers or Node, and are formatted",
    async (importExtension, expected, options) => {
      const folder = application({ specs: resolve("spec"), importExtension, lazyNamespaces: ["files"] });
      writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
      expect(await ashlar(["generate"], { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
      const others: string[] = [];
      const loaded: string[] = [];
      for (const path of filesIn(join(folder, "src/api")).filter((name) => name.endsWith(".ts"))) {
        const text = readFileSync(join(folder, "src/api", path), "utf8");
        others.push(...[...text.matchAll(/^.* from "\.[^"]*";$/gm)].map(([line]) => line.replace(/"\.\.\//, '"./')));
        loaded.push(...[...text.matchAll(/\bimport\("(\.[^"]*)"\)/g)].map(([, path = ""]) => path));
        // Only imports differ between the extensions.
        const imports = /^(?:.*\n)*.* from "\..*";\n/.exec(text)?.[0] ?? "";
        const rest = text.slice(imports.length);
        const unchecked = formatted.has(rest) ? imports : text;
        expect(await check(unchecked, { printWidth: 120, filepath: path }), path).toBe(true);
        formatted.add(rest);
      }
      const extension = importExtension ?? ".js";
      expect(new Set(loaded)).toEqual(new Set([`./saving${extension}`, `./routes${extension}`]));
      expect(others.filter((line) => !expected.test(line.replaceAll("../", "")))).toEqual([]);
      expect(await complaints(folder, options)).toBe("");
      if (importExtension === undefined) {
        const typeRoots = [resolve("node_modules/@types")];
        expect(await complaints(folder, { ...options, lib: ["es2022"], types: ["node"], typeRoots })).toBe("");
      }
    },
  );

  test("a bundle of generated sources works", async () => {
    const folder = application({ importExtension: ".ts" });
    await ashlar(["generate"], { cwd: folder });
    writeFileSync(
      join(folder, "src/main.ts"),
      'import { decodeItem } from "./api/shop/index.ts";\nconsole.log(decodeItem({ name: "ink" }));\n',
    );
    await build({ entryPoints: [join(folder, "src/main.ts")], bundle: true, outfile: join(folder, "main.js") });
    const { stdout } = await run(process.execPath, [join(folder, "main.js")]);
    expect(stdout).toBe("{ name: 'ink', price: 1 }\n");
  });

  test("generating sources writes only what a change makes necessary, knows when it is fresh, and cleans up after itself", async () => {
    const folder = application();
    const api = join(folder, "src/api");
    await ashlar(["generate"], { cwd: folder });
    writeFileSync(join(api, "mine.ts"), "// mine\n");
    const untouched = statSync(join(api, "shop/index.ts")).mtimeMs;
    expect((await ashlar(["generate"], { cwd: folder })).stdout).toBe("src/api is up to date.\n");
    expect((await ashlar(["generate", "--check"], { cwd: folder })).stdout).toBe("src/api is fresh.\n");

    writeFileSync(join(folder, "spec/shop.stone"), shop.replace("Buys", "Orders"));
    const stale = await ashlar(["generate", "--check"], { cwd: folder });
    expect(stale.code).toBe(1);
    expect(stale.stdout).toContain("stale    src/api/shop/client.ts\n");
    expect((await ashlar(["generate"], { cwd: folder })).code).toBe(0);
    expect(statSync(join(api, "shop/index.ts")).mtimeMs).toBe(untouched);

    writeFileSync(join(api, "shop/mine.ts"), "// mine\n");
    const foreign = await ashlar(["generate", "--check"], { cwd: folder });
    expect(foreign.stdout).toBe(
      "foreign  src/api/shop/mine.ts\nMove or remove the foreign files: Ashlar did not write them.\n",
    );
    expect((await ashlar(["generate", "--clean"], { cwd: folder })).code).toBe(0);
    expect(filesIn(api)).toEqual(["mine.ts", "shop/mine.ts"]);
  });

  test("a file of the application in the way of generated sources is named, and nothing is changed", async () => {
    const folder = application();
    await cp("test/cli/source-output.world.test.ts", join(folder, "src/api/binding.ts"));
    const { code, stderr } = await ashlar(["generate"], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain("  binding.ts\n");
    expect(filesIn(join(folder, "src/api"))).toEqual(["binding.ts"]);
  });

  test("generated sources replace a package in the same folder, and a package replaces them", async () => {
    const folder = application();
    await ashlar(["generate"], { cwd: folder });
    const sources = filesIn(join(folder, "src/api"));
    const config = readFileSync(join(folder, "ashlar.config.json"), "utf8");
    writeFileSync(join(folder, "ashlar.config.json"), config.replace('"source"', '"package"'));
    await ashlar(["generate"], { cwd: folder });
    expect(existsSync(join(folder, "src/api/package.json"))).toBe(true);
    expect(existsSync(join(folder, "src/api/client.ts"))).toBe(false);
    writeFileSync(join(folder, "ashlar.config.json"), config);
    await ashlar(["generate"], { cwd: folder });
    expect(filesIn(join(folder, "src/api"))).toEqual(sources);
  });

  test("custom emitters add modules beside generated sources, and files below their folder", async () => {
    const folder = application();
    rmSync(join(folder, "ashlar.config.json"));
    writeFileSync(
      join(folder, "ashlar.config.mjs"),
      `export default {
        specs: "spec",
        out: "src/api",
        output: "source",
        importExtension: "",
        emitters: [
          () => [
            { kind: "text", path: "src/shop/extra.ts", text: 'export * from "./types.js";' },
            { kind: "text", path: "ROUTES.md", text: "# Routes" },
          ],
        ],
      };`,
    );
    expect(await ashlar(["generate"], { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(join(folder, "src/api/shop/extra.ts"), "utf8")).toBe('export * from "./types";\n');
    expect(existsSync(join(folder, "src/api/ROUTES.md"))).toBe(true);
    expect(existsSync(join(folder, "src/api/dist"))).toBe(false);
  });

  test.each([".js", ".ts"])(
    "scaffold writes handlers that import generated sources by their place, with %s",
    async (importExtension) => {
      const folder = application({ importExtension });
      writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
      await ashlar(["generate"], { cwd: folder });
      expect(await ashlar(["scaffold", "--out", "handlers"], { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
      expect(readFileSync(join(folder, "handlers/shop.ts"), "utf8")).toContain(
        `from "../src/api/server/index${importExtension}";`,
      );
      const options = { module: "nodenext", allowImportingTsExtensions: true, types: ["node"] };
      expect(await complaints(folder, { ...options, typeRoots: [resolve("node_modules/@types")] })).toBe("");
    },
  );
});
