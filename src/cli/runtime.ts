import { readFile } from "node:fs/promises";
import type { PrintedFile } from "../build/printed-file.js";

/** The runtime that is copied into every package: its sources and what is built from them, by paths in the package. */
export async function readRuntime(): Promise<PrintedFile[]> {
  const text = await readFile(new URL("../../dist/runtime.json", import.meta.url), "utf8");
  return JSON.parse(text) as PrintedFile[];
}
