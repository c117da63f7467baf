import { createHash } from "node:crypto";
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { rolldown } from "rolldown";
import { bundlePlayground } from "./bundle-playground.js";
import { configSchema } from "./config-schema.js";
import { mergeRuntime } from "./merge-runtime.js";
import { thirdPartyLicenses } from "./third-party-licenses.js";
import { makeCommonJs } from "../../src/generator/package/common-js.js";
import { transpile } from "../../src/generator/package/transpile.js";
import type { PrintedFile } from "../../src/generator/code/module.js";

/*
 * Makes the JavaScript of dist/, whose declarations tsc writes. Chevrotain and yargs consist of hundreds of modules,
 * which take longer to find than to run: they are bundled. What few commands need stays in chunks or packages of its own,
 * which are loaded when they are used.
 */

const runtimeFolder = "templates/runtime";
const scriptModules: string[] = [];
const runtime = await runtimeFiles();
const commonJs = await commonJsOf(runtime);
const site = JSON.stringify(await siteFiles());
await rm("dist/chunks", { recursive: true, force: true });
const bundle = await rolldown({
  input: {
    "cli/main": "src/cli/main.ts",
    index: "src/index.ts",
    emitters: "src/emitters.ts",
    "format/prettier": "src/format/prettier.ts",
    "plugin/index": "src/plugin/index.ts",
  },
  platform: "node",
  external: ["jiti", "prettier", "prettier/doc", "ts-morph"],
});
/** What runs together is one file, because each file takes a while to find. The modules of a group bring what they import. */
const groups = {
  // A run of `generate` that has nothing to do, and what the others need of it.
  start: [
    "src/cli/run-command.ts",
    "src/cli/generate/run.ts",
    "src/text/diagnostics/nearest-name.ts",
    "src/project/lint-settings.ts",
  ],
  // `check`, which does not load what prints packages.
  compile: ["src/compiler/compile.ts", "src/project/check-api.ts"],
  generate: ["src/project/generate/generate-package.ts"],
};
await Promise.all(
  Object.values(groups)
    .flat()
    .map((path) => access(path)),
);
const { output } = await bundle.write({
  dir: "dist",
  chunkFileNames: "chunks/[hash].js",
  codeSplitting: {
    groups: Object.entries(groups).map(([name, paths]) => ({
      name,
      test: (id: string) => paths.includes(relative(".", id).replaceAll("\\", "/")),
    })),
  },
});
const chunks = output.filter((file) => file.type === "chunk");
await placeDeclarations(["index.d.ts", "emitters.d.ts", join("format", "prettier.d.ts"), join("plugin", "index.d.ts")]);
await writeFile("dist/runtime.json", JSON.stringify(runtime));
await writeFile("dist/runtime-cjs.json", JSON.stringify(commonJs));
await writeFile("dist/site.json", site);
await writeFile("dist/config-schema.json", JSON.stringify(configSchema(), undefined, 2) + "\n");
await writeFile("dist/build-id.txt", buildId([JSON.stringify(runtime), site, ...chunks.map(({ code }) => code)]));
await writeFile(
  "dist/THIRD-PARTY-LICENSES.txt",
  await thirdPartyLicenses(chunks.flatMap(({ moduleIds }) => moduleIds)),
);
const playgroundModules = await bundlePlayground(commonJs);
await writeBundledFiles([...chunks.flatMap(({ moduleIds }) => moduleIds), ...scriptModules, ...playgroundModules]);

/** The runtime of generated packages: its sources, and what is built from them. */
async function runtimeFiles(): Promise<PrintedFile[]> {
  const names = await readdir(runtimeFolder, { recursive: true });
  const paths = names
    .filter((path) => path.endsWith(".ts"))
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
  const modules = await mergeRuntime(
    await Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(runtimeFolder, path), "utf8") }))),
  );
  return [...modules, ...(await Promise.all(modules.map(transpile))).flat()];
}

/** What all documentation sites have: a style sheet, and classic scripts that are built from TypeScript. */
async function siteFiles(): Promise<PrintedFile[]> {
  return [
    { path: "site.css", text: await readFile("templates/site/site.css", "utf8") },
    { path: "site.js", text: await classicScript("templates/site/site.ts") },
    { path: "explorer.js", text: await classicScript("templates/site/explorer/explorer.ts") },
  ];
}

/** A module with all that it imports as a script that browsers also run from `file://`. */
async function classicScript(input: string): Promise<string> {
  const codecs = "ashlar:codecs";
  const bundle = await rolldown({
    input,
    platform: "browser",
    plugins: [
      {
        name: codecs,
        resolveId: (id) => (id === codecs ? id : undefined),
        load: async (id) => (id === codecs ? await codecExports() : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "iife", minify: true });
  scriptModules.push(...output[0].moduleIds);
  return output[0].code;
}

/** A module with all exports of the codecs' runtime as one object, because generated code uses them by their names. */
async function codecExports(): Promise<string> {
  const folder = resolve(runtimeFolder, "codecs");
  const files = (await readdir(folder)).sort();
  const imports = files.map((file, index) => `import * as part${index} from ${JSON.stringify(join(folder, file))};`);
  const parts = files.map((_, index) => `...part${index}`);
  return `${imports.join("\n")}\nexport default { ${parts.join(", ")} };`;
}

/** The CommonJS of the runtime, without its declarations, which are those of its ES modules. */
function commonJsOf(files: readonly PrintedFile[]): Promise<PrintedFile[]> {
  return Promise.all(files.filter(({ path }) => path.endsWith(".js")).map(makeCommonJs));
}

/**
 * Moves the declarations of entry points, and of the modules that they import, from where tsc writes them to the JavaScript of the entry points.
 * Those of other modules are nobody's but ours.
 */
async function placeDeclarations(entries: readonly string[]): Promise<void> {
  const written = join("dist", "declarations");
  const kept = new Set<string>();
  const queue = [...entries];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (!kept.has(path)) {
      kept.add(path);
      const text = await readFile(join(written, "src", path), "utf8");
      const imports = text.matchAll(/(?:from |import\()"(\.[^"]+)\.js"/g);
      queue.push(...[...imports].map(([, target = ""]) => `${join(dirname(path), target)}.d.ts`));
    }
  }
  const all = await readdir("dist", { recursive: true });
  const earlier = all.filter((path) => path.endsWith(".d.ts") && !path.startsWith("declarations"));
  await Promise.all(earlier.map((path) => rm(join("dist", path))));
  for (const path of kept) {
    await mkdir(join("dist", dirname(path)), { recursive: true });
    await rename(join(written, "src", path), join("dist", path));
  }
  await rm(written, { recursive: true });
}

/** Lists the files that bundlers have read, for the check of what the build reads. */
async function writeBundledFiles(modules: readonly string[]): Promise<void> {
  const path = "node_modules/.cache/ashlar/bundled-files.json";
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(modules.filter((id) => isAbsolute(id))));
}

/** What tells this build from all others: what it generates may be another text. */
function buildId(texts: readonly string[]): string {
  const hash = createHash("sha256");
  texts.forEach((text) => hash.update(text));
  return hash.digest("hex");
}
