import { join } from "node:path";
import type { Written } from "./output-folder.js";
import { shown } from "../project/shown.js";

/** A sentence on each file in a folder that was changed by hand. */
export function changesByHand(folder: string, { restored, kept }: Written): string[] {
  const told = (paths: readonly string[], outcome: string): string[] =>
    paths.map((path) => `${shown(join(folder, path))} was changed by hand ${outcome}.`);
  return [
    ...told(restored, "and has been regenerated"),
    ...told(kept, "and was kept, although it is no longer generated"),
  ];
}
