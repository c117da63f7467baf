import type { Plugin as EsbuildPlugin } from "esbuild";
import type { Plugin as RollupPlugin } from "rollup";
import type { Plugin as VitePlugin } from "vite";
import { expect, test } from "vitest";
import { esbuild, rollup, vite } from "../../src/plugin/index.js";

test("the plug-ins are what the bundlers expect, although they import no types of theirs", () => {
  // The compiler holds this, in `npm run check:types`.
  const plugins: [VitePlugin, RollupPlugin, EsbuildPlugin] = [vite(), rollup(), esbuild()];
  expect(plugins.map(({ name }) => name)).toEqual(["ashlar", "ashlar", "ashlar"]);
});
