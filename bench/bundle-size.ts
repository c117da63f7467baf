import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** Sizes in bytes. */
export interface BundleSize {
  readonly minified: number;
  /** Minified and compressed by `gzip -9`. */
  readonly gzip: number;
}

interface BundleOptions {
  readonly mainFields?: readonly string[];
  readonly external?: readonly string[];
}

/**
 * Returns the size of a browser bundle of some code, whose imports are resolved from a folder. `mainFields` are the
 * entry points of packages without `exports`, in order of preference; by default the ones that bundlers use. `external`
 * imports are not bundled.
 */
export async function bundleSize(
  code: string,
  folder: string,
  { mainFields = ["browser", "module", "main"], external = [] }: BundleOptions = {},
): Promise<BundleSize> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    mainFields: [...mainFields],
    external: [...external],
    write: false,
  });
  const [bundle] = outputFiles;
  if (bundle === undefined) {
    throw new Error("esbuild made no bundle");
  }
  return { minified: bundle.contents.length, gzip: gzipSync(bundle.contents, { level: 9 }).length };
}
