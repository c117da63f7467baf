import { readFile } from "node:fs/promises";
import type { PrintedFile } from "../../generator/code/printed-file.js";
import { ownFile } from "../../project/own-file.js";

/** Returns the style sheet and the script that are copied into every documentation site. */
export async function readSiteAssets(): Promise<PrintedFile[]> {
  return JSON.parse(await readFile(ownFile("dist/site.json"), "utf8")) as PrintedFile[];
}
