import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { compile, generate, type Api } from "../../src/index.js";
import { dropboxFolder } from "../../test/support/corpus.js";

export const repository = fileURLToPath(new URL("../..", import.meta.url));

/** The public Dropbox specification, which all figures are about. */
const specs = requiredSpecs();

function requiredSpecs(): string {
  if (dropboxFolder === undefined) {
    throw new Error("The suites measure the Dropbox API. Run npm run fetch:dropbox-spec.");
  }
  return dropboxFolder;
}

export const options = { package: { name: "api" }, binding: { preset: "dropbox" } } as const;

/** Generates the package of the Dropbox API, named `api`. */
export async function generateInto(out: string): Promise<void> {
  const { kind } = await generate({ specs, out, ...options });
  if (kind !== "written") {
    throw new Error(`${specs} does not compile`);
  }
}

/** Makes a folder a project with its own copy of the specification in `spec`, a cache, and the package in `api`. */
export async function makeProject(folder: string): Promise<void> {
  await mkdir(join(folder, "node_modules"));
  await cp(specs, join(folder, "spec"), { recursive: true });
  await writeFile(join(folder, "ashlar.config.json"), JSON.stringify({ specs: "spec", out: "api", ...options }));
}

/** Removes what runs have written to a project, so that the next one has to begin from nothing. */
export function cleanProject(folder: string): void {
  for (const name of ["api", "node_modules/.cache"]) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Returns the measured API as data. */
export async function compiledApi(): Promise<Api> {
  const names = (await readdir(specs)).filter((name) => name.endsWith(".stone"));
  const files = await Promise.all(
    names.map(async (path) => ({ path, text: await readFile(join(specs, path), "utf8") })),
  );
  const { api } = compile(files);
  if (api === undefined) {
    throw new Error(`${specs} does not compile`);
  }
  return api;
}

/** Runs work with a temporary folder, which is removed afterwards. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "ashlar-bench-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Bundles a module of this folder so that plain Node can run it. Returns the path of the bundle. */
export async function runnable(module: string, outdir: string): Promise<string> {
  await build({
    entryPoints: [fileURLToPath(new URL(module, import.meta.url))],
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    outExtension: { ".js": ".mjs" },
  });
  return join(outdir, basename(module).replace(/ts$/, "mjs"));
}
