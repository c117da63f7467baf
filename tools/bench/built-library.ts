import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as library from "../../src/index.js";
import { repository } from "./measured-api.js";

/** Returns the library as it is published, because sources that are compiled on the fly are slower. */
export async function builtLibrary(): Promise<typeof library> {
  return (await import(pathToFileURL(join(repository, "dist/index.js")).href)) as typeof library;
}
