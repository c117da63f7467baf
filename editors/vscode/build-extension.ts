import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { serverInBrowsers } from "../../tools/build/server-in-browsers.js";
import { thirdPartyLicenses } from "../../tools/build/third-party-licenses.js";
import { markdownGrammar } from "./grammar/markdown.js";
import { stoneGrammar } from "./grammar/stone.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const here = fileURLToPath(new URL("./", import.meta.url));

const common: BuildOptions = {
  bundle: true,
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  absWorkingDir: root,
};

/** The library that loads configurations in TypeScript has files of its own, which are copied beside the server. */
const jiti: Plugin = {
  name: "jiti",
  setup: (bundler) => {
    bundler.onResolve({ filter: /^jiti$/ }, () => ({ path: "../jiti/lib/jiti.mjs", external: true }));
  },
};
const filesOfJiti = ["lib/jiti.mjs", "dist/jiti.cjs", "dist/babel.cjs"];

/**
 * Writes the extension into a folder, which is packaged as it is, and from which an editor can run it. The server is as deep in
 * it as in the package of Ashlar, beside the same pages and the same schema of configurations.
 */
export async function buildExtension(out: string, configSchema: string): Promise<void> {
  await rm(out, { recursive: true, force: true });
  await mkdir(join(out, "dist"), { recursive: true });
  const built = await Promise.all([
    build({
      ...common,
      entryPoints: [join(here, "src/extension.ts")],
      outfile: join(out, "dist/extension.js"),
      format: "cjs",
      platform: "node",
      target: "node20",
      external: ["vscode"],
      metafile: true,
    }),
    build({
      ...common,
      entryPoints: { main: join(here, "src/server.ts") },
      outdir: join(out, "dist/server"),
      outExtension: { ".js": ".mjs" },
      format: "esm",
      splitting: true,
      platform: "node",
      target: "node20",
      plugins: [jiti],
      // Bundled CommonJS modules use it for the modules of Node.
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
      metafile: true,
    }),
    build({
      ...common,
      entryPoints: [join(here, "src/browser/extension.ts")],
      outfile: join(out, "dist/browser.js"),
      format: "cjs",
      platform: "browser",
      target: "es2022",
      external: ["vscode"],
      metafile: true,
    }),
    build({
      ...common,
      ...serverInBrowsers,
      entryPoints: [join(here, "src/browser/server.ts")],
      outfile: join(out, "dist/browser-server.js"),
      format: "iife",
      metafile: true,
    }),
  ]);
  await Promise.all([
    writeJson(join(out, "stone.tmLanguage.json"), stoneGrammar),
    writeJson(join(out, "markdown.tmLanguage.json"), markdownGrammar),
    writeJson(join(out, "package.json"), await manifest()),
    ...["language-configuration.json", "snippets.json", "icon.png", "file-icon.svg", "README.md", "CHANGELOG.md"].map(
      (name) => cp(join(here, name), join(out, name)),
    ),
    cp(join(root, "LICENSE"), join(out, "LICENSE.txt")),
    cp(join(root, "docs/diagnostics"), join(out, "docs/diagnostics"), { recursive: true }),
    cp(join(root, "docs/lint-rules.md"), join(out, "docs/lint-rules.md")),
    ...filesOfJiti.map((name) => cp(join(root, "node_modules/jiti", name), join(out, "dist/jiti", name))),
    writeFile(join(out, "dist/config-schema.json"), configSchema),
  ]);
  const modules = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  await writeFile(
    join(out, "THIRD-PARTY-LICENSES.txt"),
    await thirdPartyLicenses([...modules, "node_modules/jiti/lib/jiti.mjs"].map((path) => join(root, path))),
  );
}

/** The manifest without what only this repository needs. The bundles are CommonJS, which `type` would deny. */
async function manifest(): Promise<unknown> {
  const {
    type,
    private: isPrivate,
    scripts,
    devDependencies,
    ...rest
  } = JSON.parse(await readFile(join(here, "package.json"), "utf8")) as Record<string, unknown>;
  return rest;
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, undefined, 2)}\n`);
}
