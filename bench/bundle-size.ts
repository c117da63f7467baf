import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** In bytes. */
export interface BundleSize {
  readonly minified: number;
  /** Minified and compressed as well as gzip can. */
  readonly gzip: number;
}

/** The size of a bundle for browsers made of some code, whose imports are looked for from a folder. */
export async function bundleSize(code: string, folder: string): Promise<BundleSize> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    // Not "browser": there, packages of old keep a file that is bundled already, from which nothing is left out.
    mainFields: ["module", "main"],
    write: false,
  });
  const [bundle] = outputFiles;
  if (bundle === undefined) {
    throw new Error("esbuild made no bundle");
  }
  return { minified: bundle.contents.length, gzip: gzipSync(bundle.contents, { level: 9 }).length };
}
