export { esbuild, type EsbuildPlugin } from "./esbuild.js";
export type { PluginOptions } from "./run.js";
export { rollup, type RollupPlugin } from "./rollup.js";
export { vite, type VitePlugin } from "./vite.js";
