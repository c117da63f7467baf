import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { optionalSubpaths } from "../../generator/emit/package/subpaths.js";
import type { PackageOptions } from "../../generator/facts/package-options.js";
import { displayPath } from "../../project/paths.js";

/**
 * Reports libraries that the sources in a folder import but that are not installed. This is for `output: "source"`,
 * because packages declare these libraries in their `package.json`.
 */
export function reportMissingLibraries(folder: string, options: PackageOptions): void {
  const missing = optionalSubpaths(options).flatMap(({ entry, peers }) =>
    Object.entries(peers)
      .filter(([name]) => !isInstalled(name, folder))
      .map(([name, range]) => ({ entry, name, range })),
  );
  for (const { entry, name, range } of missing) {
    const path = `${displayPath(folder)}/${entry}.ts`;
    process.stderr.write(`${path} needs ${name}, which is not installed. Run: npm install "${name}@${range}"\n`);
  }
}

/** Whether a package is installed in `node_modules` of a folder or of one above it. */
function isInstalled(name: string, folder: string): boolean {
  const places = createRequire(join(folder, "index.js")).resolve.paths(name) ?? [];
  return places.some((place) => existsSync(join(place, name)));
}
