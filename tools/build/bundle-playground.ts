import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { build, transform, type BuildOptions, type Metafile } from "esbuild";
import { thirdPartyLicenses } from "./third-party-licenses.js";
import { serverInBrowsers } from "./server-in-browsers.js";
import type { PrintedFile } from "../../src/generator/code/module.js";

/* Makes dist/playground: the page, its worker, and the frame in which programs run. */

const sources = "src/playground/page";
const out = "dist/playground";

/** The modules of the runtime that clients and the Twin load. */
const runtimeModules = /^dist\/cjs\/runtime\/(?:shared|client|saving|server|twin)\.js$/;

/** Modules that need TypeScript or prettier, for code that our own emitters never write. */
const onlyInNode = /\/src\/generator\/package\/(?:print|transpile)\.ts$/;

/**
 * Builds the playground, with the licenses of its parts, and returns the paths of its modules. `commonJs` is the runtime of
 * packages as CommonJS.
 */
export async function bundlePlayground(commonJs: readonly PrintedFile[]): Promise<string[]> {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const harness = await script("sandbox/harness.ts");
  const runtime = await runtimeBodies(commonJs);
  const built = await Promise.all([
    build({ ...common, platform: "browser", target: "es2022", entryPoints: [join(sources, "playground.ts")] }),
    build({
      ...serverInBrowsers,
      ...common,
      entryPoints: [resolve("src/playground/worker/worker.ts")],
      plugins: [
        {
          name: "playground",
          setup: (bundler) => {
            bundler.onResolve({ filter: /^ashlar:playground$/ }, ({ path }) => ({ path, namespace: "playground" }));
            bundler.onLoad({ filter: /.*/, namespace: "playground" }, () => ({
              contents: `export const runtime = ${JSON.stringify(runtime)};\nexport const harness = ${JSON.stringify(harness.text)};`,
            }));
            bundler.onLoad({ filter: onlyInNode }, () => ({
              contents: "throw new Error('This code cannot be printed in a browser.')",
            }));
          },
        },
      ],
    }),
  ]);
  const frame = await script("sandbox/frame.ts");
  await Promise.all([
    copy("index.html"),
    copy("playground.css"),
    copy("page.css"),
    copy("../../../templates/site/site.css"),
    writeFile(join(out, "sandbox.html"), await sandboxPage(frame.text)),
  ]);
  const modules = [...built, harness, frame]
    .flatMap(({ metafile }) => Object.keys(metafile.inputs))
    .filter((path) => !/^\(disabled\)|^playground:/.test(path)) // what is left out in browsers, and what is made here
    .map((path) => resolve(path));
  await writeFile(join(out, "THIRD-PARTY-LICENSES.txt"), await thirdPartyLicenses(modules));
  return modules;
}

/** Returns the modules of the runtime as minified bodies of functions. */
async function runtimeBodies(commonJs: readonly PrintedFile[]): Promise<Readonly<Record<string, string>>> {
  const bodies = commonJs
    .filter(({ path }) => runtimeModules.test(path))
    .map(async ({ path, text }) => {
      const { code } = await transform(text, { minifyWhitespace: true, minifySyntax: true });
      return [path.replace("dist/cjs/", "dist/"), code] as const;
    });
  return Object.fromEntries(await Promise.all(bodies));
}

const common: BuildOptions & { readonly metafile: true } = {
  bundle: true,
  minify: true,
  splitting: true,
  format: "esm",
  outdir: out,
  chunkNames: "chunks/[name]-[hash]",
  loader: { ".stone": "text" },
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
};

/** Bundles a classic script with everything that it imports. */
async function script(path: string): Promise<{ readonly text: string; readonly metafile: Metafile }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(sources, path)],
    bundle: true,
    minify: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    write: false,
    metafile: true,
  });
  return { text: outputFiles[0]?.text.trim() ?? "", metafile };
}

/** Returns the page of the frame, whose policy allows only its own script, by hash. */
async function sandboxPage(frame: string): Promise<string> {
  const page = (await readFile(join(sources, "sandbox.html"), "utf8")).replace("%SCRIPT%", () => frame);
  const [, script = ""] = /<script>([^]*)<\/script>/.exec(page) ?? [];
  return page.replace("%HASH%", `sha256-${createHash("sha256").update(script).digest("base64")}`);
}

async function copy(name: string): Promise<void> {
  await copyFile(join(sources, name), join(out, basename(name)));
}
