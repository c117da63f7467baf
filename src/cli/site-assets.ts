import { readFile } from "node:fs/promises";
import type { PrintedFile } from "../build/printed-file.js";

/** The style sheet and the script that are copied into every documentation site. */
export async function readSiteAssets(): Promise<PrintedFile[]> {
  return JSON.parse(await readFile(new URL("../../dist/site.json", import.meta.url), "utf8")) as PrintedFile[];
}
