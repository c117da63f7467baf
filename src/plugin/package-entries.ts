import { join } from "node:path";
import { readIfExists } from "../project/read-if-exists.js";

/** The fields of a generated `package.json` that are used here. */
interface PackageJson {
  readonly name: string;
  readonly exports: Readonly<Record<string, Target>>;
}

/** A path, or paths by condition. */
type Target = string | { readonly [condition: string]: Target };

/**
 * Returns the files of a generated package by import specifier: `shop-api/server` maps to `dist/server/index.js` in the
 * package's folder. Empty if there is no package yet.
 */
export async function packageEntries(folder: string): Promise<ReadonlyMap<string, string>> {
  // Without a manifest the folder was not generated, and `generate` will report that.
  const isOurs = (await readIfExists(join(folder, "ashlar-manifest.json")).catch(() => undefined)) !== undefined;
  const text = isOurs ? await readIfExists(join(folder, "package.json")).catch(() => undefined) : undefined;
  if (text === undefined) {
    return new Map();
  }
  const { name, exports } = JSON.parse(text) as PackageJson;
  return new Map(
    Object.entries(exports).flatMap(([subpath, target]) => {
      const path = modulePath(target);
      return path === undefined ? [] : [[join(name, subpath).replaceAll("\\", "/"), join(folder, path)] as const];
    }),
  );
}

function modulePath(target: Target): string | undefined {
  if (typeof target === "string") {
    return target;
  }
  const next = target["import"] ?? target["default"];
  return next === undefined ? undefined : modulePath(next);
}
