import { relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { loadedFirst } from "../../test/support/loaded-first.js";

/** Sizes in bytes. */
export interface BundleSize {
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
