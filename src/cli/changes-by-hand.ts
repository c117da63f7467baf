import { join } from "node:path";
import type { Written } from "./output-folder.js";
import { shown } from "./shown.js";

/** What is to be told of the files in a folder that somebody has changed by hand, a sentence for each. */
export function changesByHand(folder: string, { restored, kept }: Written): string[] {
  const told = (paths: readonly string[], outcome: string): string[] =>
    paths.map((path) => `${shown(join(folder, path))} had been changed by hand, and ${outcome}.`);
  return [...told(restored, "is generated again"), ...told(kept, "is left, though it is not generated any more")];
}
