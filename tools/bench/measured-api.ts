import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { compile, generate, type Api, type BindingOptions, type Config } from "../../src/index.js";
import { dropboxFolder } from "../../test/support/corpus.js";

export const repository = fileURLToPath(new URL("../..", import.meta.url));

/** The specification that the suites use. */
interface MeasuredApi {
  readonly name: string;
  readonly specs: string;
  readonly preset: NonNullable<BindingOptions["preset"]>;
  /** Warnings if it is not the specification to which the targets refer. */
  readonly warnings: readonly string[];
}

/** The Dropbox API or, if its specification is missing, the API of `spec/`. */
export const measuredApi: MeasuredApi = dropboxFolder
  ? { name: "the Dropbox API", specs: dropboxFolder, preset: "dropbox", warnings: [] }
  : {
      name: "the API of spec/",
      specs: join(repository, "spec"),
      preset: "service",
      warnings: ["*** LEFT OUT: the Dropbox API, which the targets are about. Run npm run fetch:dropbox-spec ***"],
    };

/** Generates the package of the measured API, named `api`, optionally with other options. */
export async function generateInto(out: string, options: Pick<Config, "twin" | "lazyNamespaces"> = {}): Promise<void> {
  const { specs, preset } = measuredApi;
  const { kind } = await generate({
    specs,
    out,
    otel: true,
    package: { name: "api" },
    binding: { preset },
    ...options,
  });
  if (kind !== "written") {
    throw new Error(`${specs} does not compile`);
  }
}

/** Returns the measured API as data. */
export async function compiledApi(): Promise<Api> {
  const { specs } = measuredApi;
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
