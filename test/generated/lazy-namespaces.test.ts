import { cp, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { importFrom, packageFolder, type Exports } from "../support/packages.js";

const deleted = { ".tag": "deleted", name: "a.txt", path_lower: "/a.txt", path_display: "/a.txt" };

/** A client of a service that has one deleted file. */
function clientOf({ createClient }: Exports): Exports {
  const fetch = (): Promise<Response> => Promise.resolve(Response.json(deleted));
  return createClient({ hosts: "http://files", accessToken: "t", fetch });
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ashlar-lazy-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test("PKG-5: bundlers put the checks of lazy namespaces in files that the first call loads", async () => {
  const folder = await temporaryFolder();
  const entry = join(folder, "main.js");
  const { metafile } = await build({
    stdin: {
      contents: 'export { createClient } from "./index.js";',
      resolveDir: join(await packageFolder("spec-lazy"), "dist"),
    },
    outdir: folder,
    entryNames: "main",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    metafile: true,
  });
  const outputs = Object.entries(metafile.outputs).map(([path, output]) => ({
    path: path.split("/").at(-1),
    ...output,
  }));
  const first = new Set(["main.js"]);
  for (const name of first) {
    const imports = outputs.find(({ path }) => path === name)?.imports ?? [];
    imports
      .filter(({ kind }) => kind === "import-statement")
      .forEach(({ path }) => first.add(path.split("/").at(-1) ?? ""));
  }
  const texts = await Promise.all([...first].map((name) => readFile(join(folder, name), "utf8")));
  expect(texts.join()).toContain("files/get_metadata");
  expect(texts.join()).not.toMatch(/function check(?:Metadata|MembersAddArg)\(/);
  const client = clientOf((await import(pathToFileURL(entry).href)) as Exports);
  expect(await client["files"].getMetadata({ path: "/a.txt" })).toEqual(deleted);
});

test("with CommonJS, too, the first call loads the checks", async () => {
  const require = createRequire(import.meta.url);
  const client = clientOf(require(join(await packageFolder("spec-lazy"), "dist/cjs/index.js")) as Exports);
  expect(await client["files"].getMetadata({ path: "/a.txt" })).toEqual(deleted);
});

test("PKG-5: a call whose checks are missing names their file, and succeeds when they are there again", async () => {
  const folder = await temporaryFolder();
  await cp(await packageFolder("spec-lazy"), folder, { recursive: true });
  const [checks, hidden] = [join(folder, "dist/files/routes.js"), join(folder, "hidden.js")];
  await rename(checks, hidden);
  const client = clientOf(await importFrom(folder, ""));
  await expect(client["files"].getMetadata({ path: "/a.txt" })).rejects.toMatchObject({
    name: "NetworkError",
    message: expect.stringMatching(/^files\/get_metadata: no response: .*files\/routes\.js/) as string,
  });
  await rename(hidden, checks);
  expect(await client["files"].getMetadata({ path: "/a.txt" })).toEqual(deleted);
});
