import { isWantedRuntime } from "../emit/package/subpaths.js";
import type { Api } from "../ir/api.js";
import type { PrintedFile } from "../code/printed-file.js";
import type { BuildOptions } from "./package.js";
import { PackageUnits, type BuildRecord, type EarlierBuild } from "./package-units.js";
import { placedPaths, Placement } from "./placement.js";
import { printUnit } from "./print-emitted.js";

/** A package as far as it was not there. */
export interface PackageRest {
  readonly files: readonly PrintedFile[];
  /** The paths of the files of each unit that was built. */
  readonly built: ReadonlyMap<string, readonly string[]>;
  /** The units that were not built, for they are there. */
  readonly reused: readonly string[];
  /** What the next process needs to know. */
  readonly record: () => BuildRecord;
}

/** What `buildPackage` gives, without what an earlier process has built from the same. Emitters of users are not called. */
export async function buildRest(
  api: Api,
  options: Omit<BuildOptions, "emitters">,
  earlier: EarlierBuild | undefined,
): Promise<PackageRest> {
  const { runtime, ...packageOptions } = options;
  const units = new PackageUnits(api, packageOptions, earlier);
  const own = runtime.filter(({ path }) => isWantedRuntime(path, options));
  const built = new Map<string, readonly string[]>();
  const reused: string[] = [];
  for (const { id, files } of units.list()) {
    if (files === undefined) {
      reused.push(id);
      continue;
    }
    const printed = (await Promise.all(files.map(printUnit))).flat();
    built.set(
      id,
      printed.flatMap(({ path }) => placedPaths(path, options)),
    );
    own.push(...printed);
  }
  const files = await new Placement().of(own, [], options);
  return {
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    built,
    reused,
    record: () => units.record(),
  };
}
