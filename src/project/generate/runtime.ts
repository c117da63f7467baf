import { readFile } from "node:fs/promises";
import type { PrintedFile } from "../../generator/code/module.js";
import { ownFile } from "../own-file.js";

/**
 * Returns the files of the runtime that are copied into every package: its sources and their build output, including
 * CommonJS if `modules` is `dual`. Always returns the same objects.
 */
export async function readRuntime(modules: "esm" | "dual" = "esm"): Promise<PrintedFile[]> {
  const esm = await readFiles("dist/runtime.json");
  return modules === "esm" ? [...esm] : [...esm, ...(await readFiles("dist/runtime-cjs.json"))];
}

const runtimes = new Map<string, readonly PrintedFile[]>();

async function readFiles(path: string): Promise<readonly PrintedFile[]> {
  const files = runtimes.get(path) ?? (JSON.parse(await readFile(ownFile(path), "utf8")) as PrintedFile[]);
  runtimes.set(path, files);
  return files;
}
