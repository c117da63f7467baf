import { join } from "node:path";
import type { Written } from "./output-folder.js";
import { displayPath } from "../paths.js";

/**
 * Returns sentences about the files in a folder that were changed after Ashlar wrote them, by hand or because version
 * control has updated the manifest, but not the ignored files that it lists.
 */
export function changesByHand(folder: string, { restored, kept }: Written): string[] {
  const path = (each: string): string => displayPath(join(folder, each));
  return [
    ...describeRestored(restored.map(path), displayPath(folder)),
    ...kept.map((each) => `${path(each)} was changed by hand and was kept, although it is no longer generated.`),
  ];
}

function describeRestored(paths: readonly string[], folder: string): string[] {
  const count = 3;
  if (paths.length <= count) {
    return paths.map((path) => `${path} was changed since Ashlar wrote it, and has been regenerated.`);
  }
  const more = paths.length - count;
  return [
    `${paths.length} files in ${folder} were changed since Ashlar wrote them, and have been regenerated: ` +
      `${paths.slice(0, count).join(", ")} and ${more} more.`,
  ];
}
