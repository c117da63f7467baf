import { readFileSync } from "node:fs";
import { ownFile } from "./own-file.js";

/** Returns the id of this build of Ashlar; undefined if Ashlar runs from its sources. */
export function buildId(): string | undefined {
  try {
    return readFileSync(ownFile("dist/build-id.txt"), "utf8");
  } catch {
    return undefined;
  }
}
