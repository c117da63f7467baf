import { readFile } from "node:fs/promises";
import type { PrintedFile } from "../../generator/code/printed-file.js";
import { ownFile } from "../own-file.js";

/**
 * Returns the files of the runtime that are copied into every package: its sources and their build output, including
 * CommonJS if `modules` is `dual`.
 */
export async function readRuntime(modules: "esm" | "dual" = "esm"): Promise<PrintedFile[]> {
  const esm = await readFiles(ownFile("dist/runtime.json"));
  return modules === "esm" ? esm : [...esm, ...(await readFiles(ownFile("dist/runtime-cjs.json")))];
}

async function readFiles(place: URL): Promise<PrintedFile[]> {
  return JSON.parse(await readFile(place, "utf8")) as PrintedFile[];
}
