import { cp, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { loadedFirst } from "../support/loaded-first.js";
import { model } from "../../spec/model.js";
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

/** Bundles code into several files. Returns the entry, and the text of what is loaded with it. */
async function divided(code: string): Promise<{ readonly entry: string; readonly text: string }> {
  const folder = await temporaryFolder();
  const { metafile } = await build({
    stdin: { contents: code, resolveDir: join(await packageFolder("spec-lazy"), "dist") },
    outdir: folder,
    entryNames: "main",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    metafile: true,
  });
  const texts = await Promise.all([...loadedFirst(metafile)].map((path) => readFile(resolve(path), "utf8")));
  return { entry: join(folder, "main.js"), text: texts.join("\n") };
}

const check = /function check(?:Metadata|MembersAddArg)\(/;

test.each([
  'export { createClient } from "./index.js";',
  'export { createClient } from "./index.js"; export { filesClient } from "./files/index.js";',
  'export { createClient, isRouteError } from "./index.js"; export { getMetadata } from "./files/index.js";',
  'export { createClient, createCore, call } from "./index.js"; export { getMetadata } from "./files/index.js";',
])("PKG-5: bundlers put the checks of lazy namespaces in files that the first call loads: %s", async (code) => {
  const { entry, text } = await divided(code);
  expect(text).toContain("files/get_metadata");
  expect(text).not.toMatch(check);
  const client = clientOf((await import(pathToFileURL(entry).href)) as Exports);
  expect(await client["files"].getMetadata({ path: "/a.txt" })).toEqual(deleted);
});

test("PKG-5: the codecs and the complete routes of a lazy namespace are at a subpath of their own", async () => {
  const { text } = await divided('export { decodeMetadata } from "./files/codecs.js";');
  expect(text).toMatch(check);
  const folder = await packageFolder("spec-lazy");
  const { exports } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { readonly exports: object };
  expect(Object.keys(exports).filter((path) => path.endsWith("/codecs"))).toEqual(["./files/codecs", "./team/codecs"]);
  const [index, codecs] = [await importFrom(folder, "files"), await importFrom(folder, "files/codecs")];
  expect(Object.keys(index).filter((name) => /^(?:de|en)code/.test(name))).toEqual([]);
  expect(codecs["decodeMetadata"](deleted)).toEqual(deleted);
  expect(codecs["getMetadata"]).toMatchObject({ name: "files/get_metadata", path: index["getMetadata"].path as string });
});

test("PKG-5: with CommonJS, too, the first call loads the checks", async () => {
  const require = createRequire(import.meta.url);
  const folder = join(await packageFolder("spec-lazy"), "dist/cjs");
  const checks = join(folder, "files/routes.js");
  const client = clientOf(require(join(folder, "index.js")) as Exports);
  expect(Object.keys(require.cache)).not.toContain(checks);
  expect(await client["files"].getMetadata({ path: "/a.txt" })).toEqual(deleted);
  expect(Object.keys(require.cache)).toContain(checks);
});

test("PKG-5: a call whose checks are missing names their file, and succeeds when they are there again", async () => {
  const folder = await temporaryFolder();
  await cp(await packageFolder("spec-lazy"), folder, { recursive: true });
  const [checks, hidden] = [join(folder, "dist/files/routes.js"), join(folder, "hidden.js")];
  await rename(checks, hidden);
  const client = clientOf(await importFrom(folder, ""));
  await expect(client["files"].getMetadata({ path: "/a.txt" })).rejects.toMatchObject({
    name: "NetworkError",
    message: expect.stringMatching(/^files\/get_metadata: no response: the checks were not loaded: .*files\/routes\.js/) as string,
  });
  await rename(hidden, checks);
  expect(await client["files"].getMetadata({ path: "/a.txt" })).toEqual(deleted);
});

test("PKG-5: changes of a list and an upload in pieces call lazy routes", async () => {
  const folder = await packageFolder("spec-lazy");
  const [{ createClient }, { createTwin }] = [await importFrom(folder, ""), await importFrom(folder, "testing")];
  const twin = createTwin({ model });
  const { files } = createClient({ hosts: "http://twin", accessToken: "t", fetch: twin.fetch });
  const upload = (path: string): Promise<unknown> =>
    files.uploadSessionInPieces({ commit: { path } }, new Uint8Array(25), { pieceSize: 10 }) as Promise<unknown>;
  expect(await upload("/a")).toMatchObject({ name: "a", size: 25 });
  await expect(upload("a")).rejects.toMatchObject({ name: "EncodeError", route: "files/upload_session/finish" });
  const names: string[] = [];
  for await (const { name } of files.listFolder({ path: "" }).changes().items()) {
    names.push(name as string);
    if (name === "b") {
      break;
    }
    await upload("/b");
  }
  expect(names).toEqual(["a", "b"]);
  const { uploadSessionStart } = await importFrom(folder, "files/codecs");
  expect(twin.calls(uploadSessionStart)).toHaveLength(2);
});

test.each(["on", "fail", "calls"])("PKG-5: the Twin says where the complete form of a lazy route is: %s", async (method) => {
  const folder = await packageFolder("spec-lazy");
  const [{ createTwin }, { getMetadata }] = [await importFrom(folder, "testing"), await importFrom(folder, "files")];
  const twin = createTwin({ model });
  expect(() => twin[method](getMetadata, "path/not_found") as unknown).toThrow(
    "files/get_metadata is a lazy route. Import the complete one, from the subpath of its namespace with /codecs",
  );
});
