import { fileURLToPath } from "node:url";
import type { BuildOptions } from "esbuild";
import { extensionPath } from "../../src/language-server/protocol/browser/files.js";

const standIn = (name: string): string =>
  fileURLToPath(new URL(`../../src/language-server/protocol/browser/${name}`, import.meta.url));

/** How the language server is bundled for a worker in a browser: what it imports of Node is replaced. */
export const serverInBrowsers: BuildOptions = {
  bundle: true,
  minify: true,
  legalComments: "none",
  platform: "browser",
  target: "es2022",
  alias: {
    "node:fs": standIn("node-fs.ts"),
    "node:fs/promises": standIn("node-fs.ts"),
    "node:module": standIn("node-fs.ts"),
    "node:path": "path-browserify",
    "node:url": standIn("node-url.ts"),
    tinyglobby: standIn("glob.ts"),
  },
  inject: [standIn("process.ts")],
  // Configurations that are code are not run in browsers.
  external: ["jiti"],
  // As deep in the extension as the server on the desktop, where the files are that are sent to it.
  define: { "import.meta.url": JSON.stringify(`file://${extensionPath("dist/server/main.mjs")}`) },
};
