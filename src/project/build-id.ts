import { readFileSync } from "node:fs";
import { ownFile } from "./own-file.js";

/** Identifies this build of Ashlar; undefined if it was not built. */
export function buildId(): string | undefined {
  try {
    return readFileSync(ownFile("dist/build-id.txt"), "utf8");
  } catch {
    return undefined;
  }
}
