import { execFileSync } from "node:child_process";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { ashlar as runAshlar, binary, type Outcome } from "./command-line.js";

const spec = `namespace shop

struct Item
    name String
    price UInt32 = 1

union ShopError
    closed

route buy(Item, Void, ShopError)
    "Buys an item."
`;

let folder: string;
const folders: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ashlar-generate-"));
  folders.push(folder);
  await writeFile(join(folder, "shop.stone"), spec);
});

afterAll(() => Promise.all(folders.map((path) => rm(path, { recursive: true, force: true }))));

/** Runs a command in the folder of the test. */
function ashlar(...args: string[]): Promise<Outcome> {
  return runAshlar(args, { cwd: folder });
}

/** The hashes of all files below a folder of the test. */
async function snapshot(path: string): Promise<Record<string, string>> {
  const entries = await readdir(join(folder, path), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hashes = files.sort().map(async (file) => {
    return [
      file,
      createHash("sha256")
        .update(await readFile(file))
        .digest("hex"),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

describe("ashlar generate", () => {
  test.each([
    ["..", "..", "the configuration"],
    ["spec", "spec", "the specification spec/shop.stone"],
    [".", undefined, undefined],
    ["spec-api", undefined, undefined],
  ])(
    "ashlar generate refuses an output folder that contains something of the project: %s",
    async (out, shown, what) => {
      const project = join(folder, "project");
      await mkdir(join(project, "spec"), { recursive: true });
      await writeFile(join(project, "spec/shop.stone"), spec);
      await writeFile(join(project, "ashlar.config.json"), JSON.stringify({ specs: "spec", out }));
      const { code, stderr } = await runAshlar(["generate"], { cwd: project });
      const message = `error: The output folder ${shown} contains ${what}. Choose a folder of its own in 'out'.\n`;
      expect({ code, stderr }).toEqual(what === undefined ? { code: 0, stderr: "" } : { code: 2, stderr: message });
    },
  );

  test("ashlar generate writes a package that plain Node can import, without a build", async () => {
    const { code, stdout, stderr } = await ashlar("generate", "shop.stone", "--out", "shop-api");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^Wrote \d+ files in shop-api\.\n$/);
    const index = pathToFileURL(join(folder, "shop-api/dist/index.js")).href;
    expect(Object.keys((await import(index)) as object)).toContain("createClient");
    const json = JSON.parse(await readFile(join(folder, "shop-api/package.json"), "utf8")) as object;
    expect(json).toMatchObject({ name: "shop-api", type: "module", sideEffects: false });
  });

  test("ashlar generate writes the same bytes again, and then changes nothing", async () => {
    await ashlar("generate", "shop.stone", "--out", "api");
    const first = await snapshot("api");
    const again = await ashlar("generate", "shop.stone", "--out", "api");
    expect(again.stdout).toBe("api is up to date.\n");
    expect(await snapshot("api")).toEqual(first);
  });

  test("ashlar generate rewrites what a changed specification changes, and removes what it no longer has", async () => {
    await ashlar("generate", "shop.stone", "--out", "api");
    await writeFile(join(folder, "shop.stone"), spec.replace("namespace shop", "namespace store"));
    const { code, stdout } = await ashlar("generate", "shop.stone", "--out", "api");
    expect(code).toBe(0);
    expect(stdout).toMatch(/removed \d+/);
    expect(existsSync(join(folder, "api/src/shop"))).toBe(false);
    expect(existsSync(join(folder, "api/src/store/types.ts"))).toBe(true);
  });

  test("ashlar generate of a wrong specification exits with 1, shows where, and leaves the last good output", async () => {
    await ashlar("generate", "shop.stone", "--out", "api");
    const before = await snapshot("api");
    await writeFile(join(folder, "shop.stone"), spec.replace("UInt32", "Uint32"));
    const { code, stdout, stderr } = await ashlar("generate", "shop.stone", "--out", "api");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("shop.stone:5:11");
    expect(stderr).toContain("Did you mean 'UInt32'?");
    expect(await snapshot("api")).toEqual(before);
  });

  test("a file of somebody else in the way is named, exits with 2, and nothing is changed", async () => {
    await mkdir(join(folder, "api/src/shop"), { recursive: true });
    await writeFile(join(folder, "api/src/shop/types.ts"), "// mine\n");
    const { code, stderr } = await ashlar("generate", "shop.stone", "--out", "api");
    expect(code).toBe(2);
    expect(stderr).toContain("src/shop/types.ts");
    expect(await readdir(join(folder, "api"))).toEqual(["src"]);
    expect(await readFile(join(folder, "api/src/shop/types.ts"), "utf8")).toBe("// mine\n");
  });

  test("files of others beside the package are left alone, also by --clean", async () => {
    await ashlar("generate", "shop.stone", "--out", "api");
    await writeFile(join(folder, "api/notes.md"), "mine");
    const { code } = await ashlar("generate", "--clean", "shop.stone", "--out", "api");
    expect(code).toBe(0);
    expect(await readdir(join(folder, "api"))).toEqual(["notes.md"]);
  });

  test("generate --clean keeps a generated file that has been changed by hand", async () => {
    await ashlar("generate", "shop.stone", "--out", "api");
    await writeFile(join(folder, "api/README.md"), "mine now");
    const { stderr } = await ashlar("generate", "--clean", "shop.stone", "--out", "api");
    expect(stderr).toBe("api/README.md was changed by hand and was kept, although it is no longer generated.\n");
    expect(await readFile(join(folder, "api/README.md"), "utf8")).toBe("mine now");
    expect(await readdir(join(folder, "api"))).toEqual(["README.md", "ashlar-manifest.json"]);
    const again = await ashlar("generate", "shop.stone", "--out", "api");
    expect(again.stderr).toBe("api/README.md was changed since Ashlar wrote it, and has been regenerated.\n");
    await ashlar("generate", "--clean", "shop.stone", "--out", "api");
    expect(existsSync(join(folder, "api"))).toBe(false);
  });

  test("a file that was changed by hand and is no longer generated is kept, and is generated again when it is wanted again", async () => {
    await writeFile(join(folder, "more.stone"), "namespace more\n\nstruct Other\n    name String\n");
    const generate = (...specs: string[]): Promise<Outcome> => ashlar("generate", ...specs, "--out", "api");
    await generate("shop.stone", "more.stone");
    const before = await snapshot("api");
    await writeFile(join(folder, "api/src/more/types.ts"), "// changed\n");
    for (let times = 0; times < 2; times++) {
      const { code, stderr } = await generate("shop.stone");
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: "api/src/more/types.ts was changed by hand and was kept, although it is no longer generated.\n",
      });
    }
    expect(await generate("--check", "shop.stone")).toMatchObject({
      code: 1,
      stdout: "api/src/more/types.ts was changed by hand and is no longer generated. Move or remove it.\n",
    });
    expect(await readdir(join(folder, "api/src/more"))).toEqual(["types.ts"]);
    expect(await generate("shop.stone", "more.stone")).toMatchObject({
      code: 0,
      stderr: "api/src/more/types.ts was changed since Ashlar wrote it, and has been regenerated.\n",
    });
    expect(await snapshot("api")).toEqual(before);
  });

  test("only files that are really removed are counted as removed", async () => {
    await writeFile(join(folder, "more.stone"), "namespace more\n\nstruct Other\n    name String\n");
    await ashlar("generate", "shop.stone", "more.stone", "--out", "api");
    const count = async (): Promise<number> =>
      Object.keys(await snapshot("api")).filter((path) => !path.endsWith(".map")).length;
    const before = await count();
    await writeFile(join(folder, "api/src/more/types.ts"), "// changed\n");
    const { stdout } = await ashlar("generate", "shop.stone", "--out", "api");
    expect(stdout).toContain(`removed ${before - (await count())} in api`);
  });

  test("generate --clean removes what a run that was killed has left, and the folder if nothing of others is in it", async () => {
    await ashlar("generate", "shop.stone", "--out", "api");
    await mkdir(join(folder, "api/.ashlar-staging/0123456789ab-1-89abcdef"), { recursive: true });
    const longAgo = new Date(0);
    await utimes(join(folder, "api/.ashlar-staging/0123456789ab-1-89abcdef"), longAgo, longAgo);
    const { code } = await ashlar("generate", "--clean", "shop.stone", "--out", "api");
    expect(code).toBe(0);
    expect(existsSync(join(folder, "api"))).toBe(false);
  });

  test("generate --clean waits for a run that writes to the folder", async () => {
    await ashlar("generate", "shop.stone", "--out", "api");
    await mkdir(join(folder, "api/.ashlar-staging/0123456789ab-1-89abcdef"), { recursive: true });
    const cleaning = ashlar("generate", "--clean", "shop.stone", "--out", "api");
    await expect
      .poll(() => readdir(join(folder, "api")), { timeout: 500_000 })
      .toContainEqual(expect.stringMatching(/^\.ashlar-(?!staging)/));
    expect(existsSync(join(folder, "api/src/shop/types.ts"))).toBe(true);
    await rm(join(folder, "api/.ashlar-staging/0123456789ab-1-89abcdef"), { recursive: true });
    expect((await cleaning).code).toBe(0);
    expect(existsSync(join(folder, "api"))).toBe(false);
  });

  test("a generated file that was changed is generated again, and this is reported", async () => {
    await ashlar("generate", "shop.stone", "--out", "api");
    await writeFile(join(folder, "api/src/shop/types.ts"), "// changed\n");
    const { code, stderr } = await ashlar("generate", "shop.stone", "--out", "api");
    expect(code).toBe(0);
    expect(stderr).toBe("api/src/shop/types.ts was changed since Ashlar wrote it, and has been regenerated.\n");
  });

  test("many changed files, as after a pull that changes the manifest but not what git ignores, are reported in one line", async () => {
    await ashlar("generate", "shop.stone", "--out", "api");
    const changed = ["checks", "client", "index", "routes"].map((name) => `api/dist/shop/${name}.js`);
    await Promise.all(changed.map((path) => appendFile(join(folder, path), "// older\n")));
    const { code, stderr } = await ashlar("generate", "shop.stone", "--out", "api");
    expect(code).toBe(0);
    expect(stderr).toBe(
      "4 files in api were changed since Ashlar wrote them, and have been regenerated: " +
        "api/dist/shop/checks.js, api/dist/shop/client.js, api/dist/shop/index.js and 1 more.\n",
    );
  });

  test("generate --check lists what is stale, missing, obsolete or foreign, writes nothing, and exits with 1", async () => {
    await ashlar("generate", "shop.stone", "--out", "api");
    expect(await ashlar("generate", "--check", "shop.stone", "--out", "api")).toMatchObject({
      code: 0,
      stdout: "api is fresh.\n",
    });
    await writeFile(join(folder, "api/src/shop/types.ts"), "// changed\n");
    await rm(join(folder, "api/src/shop/index.ts"));
    await writeFile(join(folder, "api/src/shop/mine.ts"), "// mine\n");
    const before = await snapshot("api");
    const { code, stdout } = await ashlar("generate", "--check", "shop.stone", "--out", "api");
    expect(code).toBe(1);
    expect(stdout).toContain("stale    api/src/shop/types.ts\n");
    expect(stdout).toContain("missing  api/src/shop/index.ts\n");
    expect(stdout).toContain("foreign  api/src/shop/mine.ts\n");
    expect(await snapshot("api")).toEqual(before);
  });

  test("a checkout with Windows line ends is fresh, and nothing in it counts as changed by hand", async () => {
    await ashlar("generate", "shop.stone", "--out", "api");
    for (const path of Object.keys(await snapshot("api"))) {
      await writeFile(path, (await readFile(path, "utf8")).replaceAll("\n", "\r\n"));
    }
    const checkedOut = await snapshot("api");
    await writeFile(join(folder, "shop.stone"), spec.replaceAll("\n", "\r\n"));
    expect(await ashlar("generate", "--check", "shop.stone", "--out", "api")).toMatchObject({
      code: 0,
      stdout: "api is fresh.\n",
    });
    expect(await ashlar("generate", "shop.stone", "--out", "api")).toEqual({
      code: 0,
      stdout: "api is up to date.\n",
      stderr: "",
    });
    expect(await snapshot("api")).toEqual(checkedOut);
    await writeFile(join(folder, "shop.stone"), spec.replaceAll("Buys", "Orders"));
    const changed = await ashlar("generate", "shop.stone", "--out", "api");
    expect(changed).toMatchObject({ code: 0, stderr: "" });
    expect(await readFile(join(folder, "api/src/shop/client.ts"), "utf8")).toContain("Orders an item.");
    expect(await ashlar("generate", "--clean", "shop.stone", "--out", "api")).toMatchObject({ code: 0, stderr: "" });
    expect(existsSync(join(folder, "api"))).toBe(false);
  });

  test("generate --check does not miss dist/ where none is kept", async () => {
    await ashlar("generate", "shop.stone", "--out", "api");
    await rm(join(folder, "api/dist"), { recursive: true });
    expect((await ashlar("generate", "--check", "shop.stone", "--out", "api")).code).toBe(0);
  });

  test("a folder that cannot be written is named, and exits with 2", async () => {
    await writeFile(join(folder, "api"), "a file");
    const { code, stderr } = await ashlar("generate", "shop.stone", "--out", "api/inside");
    expect(code).toBe(2);
    expect(stderr).toMatch(/api\/inside/);
    expect(await readFile(join(folder, "api"), "utf8")).toBe("a file");
  });

  test("a specification that cannot be read is named, and exits with 2", async () => {
    await symlink("nowhere", join(folder, "lost.stone"));
    const { code, stderr } = await ashlar("generate", "lost.stone", "--out", "api");
    expect(code).toBe(2);
    expect(stderr).toContain("lost.stone");
    expect(existsSync(join(folder, "api"))).toBe(false);
  });

  test("ashlar generate without specifications reads the configuration, upward from the working directory", async () => {
    const config = `export default { specs: ["shop.stone"], out: "out", package: { name: "shop" } };`;
    await writeFile(join(folder, "ashlar.config.ts"), config);
    await mkdir(join(folder, "deep/er"), { recursive: true });
    const outcome = await runAshlar(["generate"], { cwd: join(folder, "deep/er") });
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    expect(existsSync(join(folder, "out/src/shop/types.ts"))).toBe(true);
  });

  test("a configuration that does not count beside another one is named", async () => {
    const config = '{ "specs": ["shop.stone"], "out": "out", "package": { "name": "shop" } }';
    await writeFile(join(folder, "ashlar.config.mjs"), `export default ${config};\n`);
    await writeFile(join(folder, "ashlar.config.json"), "{}\n");
    const { code, stderr } = await runAshlar(["generate"], { cwd: folder });
    expect([code, stderr]).toEqual([
      0,
      "warning: ashlar.config.json is ignored, because ashlar.config.mjs is beside it.\n",
    ]);
  });

  test("a syntax error in the configuration is reported in one line, with its place", async () => {
    await writeFile(join(folder, "ashlar.config.ts"), 'export default {\n  specs: ["a.stone"]\n  out: "x",\n};\n');
    const { code, stderr } = await runAshlar(["generate"], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^error: The configuration \S+ashlar\.config\.ts cannot be read: Unexpected token, expected "," at \S+ashlar\.config\.ts:3:2\.\n$/,
    );
  });

  test("generate --changes reports what changed for callers since the last commit, and fails for nothing", async () => {
    const spec = join(folder, "shop.stone");
    const git = (...args: string[]): string => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
    await writeFile(spec, "namespace shop\n\nstruct Order\n    id String\n\nroute get(Order, Order, Void)\n");
    git("init", "--quiet", "--initial-branch=main");
    git("add", "shop.stone");
    git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "--quiet", "-m", "old");
    await writeFile(spec, "namespace shop\n\nstruct Order\n    name String\n\nroute get(Order, Order, Void)\n");
    const { code, stdout } = await runAshlar(["generate", "shop.stone", "--changes"], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Wrote \d+ files in generated\.\n\nSince git:HEAD:shop\.stone: 2 breaking changes reach 1 of 1 route\./,
    );
    expect(stdout).toContain("    before: git:HEAD:shop.stone:4:5\n       4 |     id String\n");
  });

  test("ashlar generate without specifications and configuration says what to write, and exits with 2", async () => {
    const { code, stderr } = await ashlar("generate");
    expect(code).toBe(2);
    expect(stderr).toContain("ashlar.config");
  });

  test.each([
    ["{", /cannot be read/],
    ['{"specs": 5}', /'specs' must be/],
    ['{"specs": ["shop.stone"], "outptu": "x"}', /no member 'outptu'\. Did you mean 'output'\?/],
    ['{"specs": ["shop.stone"], "output": "x"}', /'output' must be "package" or "source"/],
    ['{"specs": "shop.stone", "emitters": ["docs"]}', /'emitters' must be a list of functions/],
    ['{"out": "api"}', /'specs' is missing/],
    ['{"specs": "shop.stone", "package": {"nmae": "x"}}', /'package' has no member 'nmae'\. Did you mean 'name'\?/],
    [
      '{"specs": "shop.stone", "package": {"repository": {"url": "x", "directroy": "y"}}}',
      /'package.repository' has no member 'directroy'\. Did you mean 'directory'\?/,
    ],
    [
      '{"specs": "shop.stone", "package": {"peerDependenciesMeta": {"react": {"optionl": true}}}}',
      /'package.peerDependenciesMeta.react' has no member 'optionl'\. Did you mean 'optional'\?/,
    ],
    ['{"specs": "shop.stone", "package": {"keywords": "api"}}', /'package.keywords' must be a list of strings/],
    ['{"specs": "shop.stone", "package": {"author": 1}}', /'package.author' must be a string or an object/],
    ['{"specs": "shop.stone", "package": {"contributors": [{"name": 1}]}}', /'package.contributors\[0\].name' must be/],
    ['{"specs": "shop.stone", "package": {"main": "x.js"}}', /'package' has no member 'main'\. Ashlar writes it/],
    ['{"specs": "shop.stone", "package": {"modules": "dual"}}', /Write 'modules' beside 'package'/],
    ['{"specs": "shop.stone", "package": {"name": "My API"}}', /not "My API"\. Did you mean 'my-api'\?/],
    ['{"specs": "shop.stone", "package": {"name": "@Shop/Api"}}', /Did you mean '@shop\/api'\?/],
    ['{"specs": "shop.stone", "package": {"name": "http"}}', /Did you mean 'http-api'\?/],
    ['{"specs": "shop.stone", "package": {"version": "1.0"}}', /'package.version' must be a version such as 1.0.0/],
    ['{"specs": "shop.stone", "package": {"exports": {"extra": "x.js"}}}', /subpaths such as "\.\/extra", not "extra"/],
    [
      '{"specs": "shop.stone", "package": {"exports": {"./shop": "x.js"}}}',
      /the subpath \.\/shop, which Ashlar writes/,
    ],
    ['{"specs": "shop.stone", "filters": {"atributes": []}}', /'filters' has no member 'atributes'\. Did you mean/],
    ['{"specs": "shop.stone", "importExtension": ".ts"}', /'importExtension' is for 'output: "source"'/],
    ['{"specs": "shop.stone", "modules": "dual", "output": "source"}', /'modules: "dual"' is for packages/],
    ['{"specs": "shop.stone", "int64": "string"}', /'int64' must be "number" or "bigint"/],
    ['{"specs": "shop.stone", "timestamps": "temporal"}', /'timestamps' must be "string" or "date"/],
    [
      '{"specs": "shop.stone", "binding": {"idempotent": {"attribute": {}}}}',
      /'binding.idempotent' has no member 'attribute'\. Did you mean/,
    ],
    [
      '{"specs": "shop.stone", "binding": {"idempotent": {"routes": ["shop/lost"]}}}',
      /'binding.idempotent.routes' has 'shop\/lost', but no route has such a name/,
    ],
    [
      '{"specs": "shop.stone", "lint": {"rules": {"doc-feild": "off"}}}',
      /no rule 'doc-feild'\. Did you mean 'doc-field'\?/,
    ],
    ['{"specs": 5, "outt": 1}', /is invalid:\n- 'specs' must be .*\n- it has no member 'outt'/],
    ["[]", /must be an object/],
    ['{"specs": "shop.stone", "docs": {"titel": "Shop"}}', /'docs' has no member 'titel'\. Did you mean 'title'\?/],
    ['{"specs": "shop.stone", "docs": {"install": true}}', /'docs.install' must be false or a string/],
    [
      '{"specs": "shop.stone", "docs": {"logo": "a.png", "repository": "shop", "groups": [{"title": "A", "routes": []}]}}',
      /\n- 'docs.logo' must be the path of an .svg file.\n- 'docs.repository' must be a URL .*\n- 'docs.groups\[0\].routes' must name a route/,
    ],
    [
      '{"specs": "shop.stone", "docs": {"versions": [{"title": "1", "url": "v1"}]}}',
      /'docs.versions\[0\].url' must be a URL/,
    ],
    ['{"specs": "shop.stone", "binding": "dropbox"}', /'binding' must be an object/],
    [
      '{"specs": "shop.stone", "binding": {"prefix": "/2/"}}',
      /'binding' has no member 'prefix'; there are attributes,/,
    ],
    ['{"specs": "shop.stone", "binding": {"preset": "s3"}}', /'binding.preset' must be "service" or "dropbox"/],
    ['{"specs": "shop.stone", "binding": {"path": "/{namespace}"}}', /'binding.path' must be a path such as/],
    ['{"specs": "shop.stone", "binding": {"path": "/{namespace}/{rout}"}}', /unknown placeholder \{rout\}/],
    ['{"specs": "shop.stone", "binding": {"headers": {"arg": "X Arg"}}}', /'binding.headers.arg' must be the name/],
    [
      '{"specs": "shop.stone", "binding": {"webhooks": {"payload": []}}}',
      /'binding.webhooks.payload' must have a type/,
    ],
    [
      '{"specs": "shop.stone", "binding": {"webhooks": {"payload": "a.B", "signature": "hmac"}}}',
      /'binding.webhooks.signature' must be/,
    ],
    [
      '{"specs": "shop.stone", "binding": {"headers": {"args": "X"}}}',
      /'binding.headers' has no member 'args'\. Did you mean 'arg'\?/,
    ],
    ['{"specs": "shop.stone", "binding": {"hosts": {"api": "api.example"}}}', /'binding.hosts.api' must be a URL/],
    ['{"specs": "shop.stone", "binding": {"attributes": {"auth": 1}}}', /'binding.attributes.auth' must be a string/],
    [
      '{"specs": "shop.stone", "binding": {"preflightFreeType": "application/json"}}',
      /'binding.preflightFreeType' must be/,
    ],
  ])("a wrong configuration is explained, and exits with 2: %s", async (text, message) => {
    await writeFile(join(folder, "ashlar.config.json"), text);
    const { code, stderr } = await ashlar("generate");
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  test("fields of a package.json come into that of the package, with what Ashlar writes", async () => {
    const fields = {
      name: "@shop/api",
      version: "1.2.3-beta.1",
      keywords: ["shop"],
      repository: { type: "git", url: "git+https://example.com/shop.git" },
      author: { name: "Ada", email: "ada@example.com" },
      engines: { npm: ">=10" },
      exports: { "./extra": "./extra.js" },
      files: ["extra.js", "src"],
      peerDependencies: { react: "19" },
      peerDependenciesMeta: { react: { optional: true } },
      publishConfig: { access: "public" },
      sideEffects: ["./extra.js"],
    };
    const config = { $schema: "./schema.json", specs: "shop.stone", out: "api", package: fields };
    await writeFile(join(folder, "ashlar.config.json"), JSON.stringify(config));
    expect(await ashlar("generate")).toMatchObject({ code: 0, stderr: "" });
    const json = JSON.parse(await readFile(join(folder, "api/package.json"), "utf8")) as Record<string, object>;
    expect(json).toMatchObject({
      ...fields,
      engines: { node: ">=20.19", npm: ">=10" },
      exports: { ".": { default: "./dist/index.js" }, "./shop": {}, "./extra": "./extra.js" },
      files: ["dist", "src", "SKILL.md", "extra.js", "!dist/**/*.d.ts.map"],
    });
    expect(Object.keys(json).slice(0, 3)).toEqual(["name", "version", "keywords"]);
  });

  test.each([
    ["generate", "--name"],
    ["scaffold", "--package"],
  ])("%s %s refuses a name that npm would refuse", async (command, option) => {
    const { code, stderr } = await ashlar(command, "shop.stone", option, "Shop API");
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `error: ${option} must be a name that npm accepts, such as shop-api or @shop/api, not "Shop API". Did you mean 'shop-api'?\n`,
    });
  });

  test("two routes that would have one path are named, and nothing is written", async () => {
    await writeFile(
      join(folder, "shop.stone"),
      `${spec}\nroute buy_v2(Void, Void, Void)\nroute buy:2(Void, Void, Void)\n`,
    );
    const names = { routes: { "shop/buy:2": "buyNow" } };
    const config = { specs: "shop.stone", out: "api", names };
    await writeFile(join(folder, "ashlar.config.json"), JSON.stringify(config));
    const { code, stderr } = await ashlar("generate");
    expect(code).toBe(1);
    expect(stderr).toContain("The route 'buy:2' and the route 'buy_v2' would both have the path '/2/shop/buy_v2'");
    expect(stderr).toContain("change `path` or `versionSuffix` in the `binding` of the configuration");
    expect(existsSync(join(folder, "api"))).toBe(false);
    const apart = { ...config, binding: { versionSuffix: "/{version}" } };
    await writeFile(join(folder, "ashlar.config.json"), JSON.stringify(apart));
    expect((await ashlar("generate")).code).toBe(0);
  });

  test("CLI-8: an emitter of one's own adds files, and may not leave the package", async () => {
    const config = (path: string): string => `export default {
      specs: "shop.stone",
      out: "out",
      emitters: [(api) => [{ kind: "text", path: "${path}", text: api.namespaces.map(({ name }) => name).join() }]],
    };`;
    await writeFile(join(folder, "ashlar.config.mjs"), config("namespaces.md"));
    expect((await ashlar("generate")).code).toBe(0);
    expect(await readFile(join(folder, "out/namespaces.md"), "utf8")).toBe("shop\n");
    const before = await readdir(folder, { recursive: true });
    for (const path of ["../escaped.md", "docs/../../escaped.md", "/escaped.md", "..\\\\escaped.md"]) {
      await writeFile(join(folder, "ashlar.config.mjs"), config(path));
      const { code, stderr } = await ashlar("generate");
      expect({ path, code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("escaped.md") as string,
      });
    }
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });

  test("an interrupt before anything is written leaves the last good output", async () => {
    await ashlar("generate", "shop.stone", "--out", "api");
    const before = await snapshot("api");
    await writeFile(join(folder, "shop.stone"), spec.replace("price", "cost"));
    const child = spawn(process.execPath, [binary, "generate", "shop.stone", "--out", "api"], { cwd: folder });
    setTimeout(() => child.kill("SIGINT"), 150);
    await once(child, "close");
    const after = await snapshot("api");
    // It came before the run had begun to write, or after it had ended: there is nothing in between.
    const finishedRun = await ashlar("generate", "--check", "shop.stone", "--out", "api");
    expect(finishedRun.code === 0 || JSON.stringify(after) === JSON.stringify(before)).toBe(true);
  });

  test("a run after one that was killed at any moment gives what a clean run gives", async () => {
    await ashlar("generate", "shop.stone", "--out", "clean");
    const clean = Object.values(await snapshot("clean")).sort();
    for (const delay of [100, 300, 500, 700, 900, 1100]) {
      await rm(join(folder, "api"), { recursive: true, force: true });
      const child = spawn(process.execPath, [binary, "generate", "shop.stone", "--out", "api", "--name", "clean"], {
        cwd: folder,
      });
      setTimeout(() => child.kill("SIGKILL"), delay);
      await once(child, "close");
      const { code } = await ashlar("generate", "shop.stone", "--out", "api", "--name", "clean");
      expect(code).toBe(0);
      expect(Object.values(await snapshot("api")).sort()).toEqual(clean);
    }
  });
});
