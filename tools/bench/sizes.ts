import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { loadedFirst } from "../../test/support/loaded-first.js";
import { generateInto, withTemporaryFolder, measuredApi, repository } from "./measured-api.js";
import type { Table } from "./table.js";

/**
 * Returns the size of a generated client in applications, compared with the SDK of its API if the corpus is available.
 */
export async function sizes(): Promise<Table> {
  return withTemporaryFolder(async (folder) => {
    await generateInto(join(folder, "node_modules/api"));
    return measuredApi.preset === "dropbox" ? besideTheSdk(folder) : measureAlone(folder);
  });
}

async function besideTheSdk(folder: string): Promise<Table> {
  const importSdk = 'export { Dropbox } from "dropbox";';
  const sdk = await bundleSize(importSdk, repository);
  const modules = await bundleSize(importSdk, repository, { mainFields: ["module", "main"] });
  const uses = await measureSizes(folder, {
    "one route, files/get_metadata": callSource("call", "getMetadata"),
    "one route, files/copy_v2": callSource("call", "copyV2"),
    "one upload, files/upload": callSource("upload", "upload as route"),
    "one download, files/download": callSource("download", "download as route"),
    ...wholePackages,
  });
  await generateInto(join(folder, "node_modules/lazy-api"), { lazyNamespaces: ["team_log", "team"] });
  const lazy = await bundleSize('export { createClient } from "lazy-api";', folder, { splitting: true });
  const { version } = createRequire(import.meta.url)("dropbox/package.json") as { readonly version: string };
  return {
    title: "Bundles of the Dropbox API, in bytes",
    columns: ["minified", "gzip", "gzip / SDK", "gzip / SDK's modules"],
    rows: [
      ...uses,
      { name: "the same, team_log and team on their first call", size: lazy },
      { name: "the SDK, as bundlers take it", size: sdk },
      { name: "the SDK, its ES modules", size: modules },
    ].map(({ name, size }) => ({
      name,
      values: [size.minified, size.gzip, size.gzip / sdk.gzip, size.gzip / modules.gzip],
    })),
    notes: [
      `The SDK is dropbox ${version}, import { Dropbox }; it checks nothing. Targets: one route with its checks ≤ 0.4 of it, the whole API ≤ 2.5.`,
    ],
  };
}

async function measureAlone(folder: string): Promise<Table> {
  const uses = await measureSizes(folder, { "one route, files/copy": callSource("call", "copy"), ...wholePackages });
  return {
    title: `Bundles of ${measuredApi.name}, in bytes`,
    columns: ["minified", "gzip"],
    rows: uses.map(({ name, size }) => ({ name, values: [size.minified, size.gzip] })),
    notes: measuredApi.warnings,
  };
}

/** Returns an application that calls one route. */
function callSource(caller: string, route: string): string {
  return `export { createCore, ${caller} } from "api"; export { ${route} } from "api/files";`;
}

/** Applications that call all routes of a namespace, and all routes. */
const wholePackages = {
  "one namespace, files": 'export { createCore } from "api"; export { filesClient } from "api/files";',
  "the whole API, createClient": 'export { createClient } from "api";',
};

async function measureSizes(
  folder: string,
  uses: Readonly<Record<string, string>>,
): Promise<{ readonly name: string; readonly size: BundleSize }[]> {
  const measured = Object.entries(uses).map(async ([name, code]) => ({ name, size: await bundleSize(code, folder) }));
  return Promise.all(measured);
}

/** Sizes in bytes. */
interface BundleSize {
  readonly minified: number;
  /** Minified and compressed by `gzip -9`. */
  readonly gzip: number;
}

interface BundleOptions {
  readonly mainFields?: readonly string[];
  readonly external?: readonly string[];
  readonly splitting?: boolean;
}

/**
 * Returns the size of a browser bundle of some code, whose imports are resolved from a folder. `mainFields` are the
 * entry points of packages without `exports`, in order of preference; by default the ones that bundlers use. `external`
 * imports are not bundled. With `splitting`, what is imported dynamically is in other files, which do not count.
 */
export async function bundleSize(
  code: string,
  folder: string,
  { mainFields = ["browser", "module", "main"], external = [], splitting = false }: BundleOptions = {},
): Promise<BundleSize> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    mainFields: [...mainFields],
    external: [...external],
    splitting,
    outdir: ".",
    metafile: true,
    write: false,
  });
  const loaded = loadedFirst(metafile);
  const sizes = outputFiles
    .filter(({ path }) => loaded.has(relative(".", path)))
    .map(({ contents }) => [contents.length, gzipSync(contents, { level: 9 }).length] as const);
  return { minified: sum(sizes.map(([minified]) => minified)), gzip: sum(sizes.map(([, gzip]) => gzip)) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
