import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

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
