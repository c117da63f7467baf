import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pathToFileURL } from "node:url";
import { dropboxFolder } from "./support/corpus.js";
import { describeWithDropbox } from "./support/describe-with-dropbox.js";
import { followSync, redirecting, serveDropbox } from "./support/dropbox-guide.js";
import { generatedPackage } from "./support/packages.js";
import { runGuide } from "./support/run-guide.js";

const run = promisify(execFile);

const program = `import { compile, defineConfig, toJson, type Api } from "ashlar";
import { apiFacts } from "ashlar/emitters";
import * as plugins from "ashlar/plugin";

const { api } = compile([{ path: "a.stone", text: "namespace a" }]);
console.log(api === undefined ? "" : toJson(api satisfies Api), apiFacts, plugins.vite(), defineConfig({ specs: "." }));
`;

describe("the tarball of Ashlar", () => {
  let folder: string;
  let files: readonly string[];
  let tarball: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "ashlar-tarball-"));
    const { stdout } = await run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder]);
    const [packed] = Object.values(
      JSON.parse(stdout) as Record<string, { readonly filename: string; readonly files: readonly { path: string }[] }>,
    );
    files = packed?.files.map(({ path }) => path) ?? [];
    tarball = packed?.filename ?? "";
    const modules = join(folder, "node_modules");
    mkdirSync(modules);
    await run("tar", ["-xf", join(folder, tarball), "-C", modules]);
    await run("mv", [join(modules, "package"), join(modules, "ashlar")]);
    for (const name of ["ts-morph", "prettier", "jiti", "@types", "@ts-morph"]) {
      symlinkSync(resolve("node_modules", name), join(modules, name));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("the tarball of Ashlar has what is run and read, and no sources", () => {
    const folders = new Set(files.map((path) => (path.includes("/") ? path.slice(0, path.indexOf("/")) : path)));
    expect([...folders].sort()).toEqual(["CHANGELOG.md", "LICENSE", "README.md", "dist", "docs", "package.json"]);
    expect(files.filter((path) => /(?<!\.d)\.ts$/.test(path))).toEqual([]);
  });

  test("the tarball of Ashlar has the JSON Schema of configurations", () => {
    expect(files).toContain("dist/config-schema.json");
  });

  test("the tarball of Ashlar has every file to which its README and its documentation link, pictures too", () => {
    const missing = files
      .filter((path) => path.endsWith(".md"))
      .flatMap((path) => {
        const text = readFileSync(join(folder, "node_modules/ashlar", path), "utf8");
        const links = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)|(?:src|href)="([^"#]+)/g)].map(
          ([, a, b]) => a ?? b ?? "",
        );
        return links
          .filter((link) => !/^[a-z]+:/.test(link))
          .map((link) => posix.join(posix.dirname(path), link))
          .filter((target) => !files.some((file) => file === target || file.startsWith(`${target}/`)));
      });
    expect(missing).toEqual([]);
  });

  test("the tarball of Ashlar has all declarations that its exports need", async () => {
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "main.ts"), program);
    const tsc = [
      resolve("node_modules/typescript-newest/bin/tsc"),
      ...["--target", "es2022", "--module", "nodenext", "--strict"],
    ];
    const { stdout } = await run(process.execPath, [...tsc, "--noEmit", "main.ts"], { cwd: folder }).catch(
      (thrown: unknown) => thrown as { readonly stdout: string },
    );
    expect(stdout).toBe("");
  });

  test.each(["write-an-api", "serve-uploads-and-jobs", "change-an-api", "test-a-client", "run-in-ci"])(
    "GUIDE-4: the tarball of Ashlar does what docs/%s.md says",
    { timeout: 300_000 },
    async (name) => {
      const ashlar = join(folder, "node_modules/ashlar/dist/cli/main.js");
      await runGuide(`docs/${name}.md`, join(folder, "guides", name), { ashlar, tarball });
    },
  );

  describeWithDropbox("the guide to an existing API", () => {
    test(
      "GUIDE-4, GUIDE-5: the guide to an existing API leads to a list of files, and to a folder that is kept in sync",
      { timeout: 300_000 },
      async () => {
        const guide = join(folder, "guides/dropbox");
        const { createTwin } = await generatedPackage("dropbox", "testing");
        const { toNodeListener } = await generatedPackage("dropbox", "server/node");
        const dropbox = await serveDropbox(toNodeListener(createTwin()));
        writeFileSync(join(folder, "redirect.mjs"), redirecting);
        const env = {
          NODE_OPTIONS: `--import ${pathToFileURL(join(folder, "redirect.mjs")).href}`,
          SERVER: dropbox.url,
          DROPBOX_SPEC: dropboxFolder,
          DROPBOX_APP_KEY: "your-app-key",
        };
        const ashlar = join(folder, "node_modules/ashlar/dist/cli/main.js");
        await runGuide("docs/call-an-existing-api.md", guide, { ashlar, tarball, env, input: "the-code\n" });
        expect(dropbox.grants).toMatchObject([
          { grant_type: "authorization_code", code: "the-code", client_id: "your-app-key" },
          { grant_type: "refresh_token", refresh_token: "refresh-1", client_id: "your-app-key" },
        ]);
        expect(JSON.parse(readFileSync(join(guide, "tokens.json"), "utf8"))).toMatchObject({ accessToken: "access-2" });
        await followSync(guide, env);
      },
    );
  });
});
