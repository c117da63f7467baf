import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SourceFile } from "../src/source/source.js";

/** The corpus lies beside the checkout and is no part of it. */
const corpus = fileURLToPath(new URL("../../shared/corpus/", import.meta.url));

/** The folder of the corpus of that name, which may not be there. */
export function corpusFolder(name: string): string {
  return join(corpus, name);
}

/** All `.stone` files below a folder, in ascending order of their paths, which are relative to it. */
export function specFiles(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".stone"))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
}
