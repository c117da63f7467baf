import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { PrintedFile } from "../build/printed-file.js";

/** The modules that are copied into every package, from beside this one's package. */
export async function readRuntimeTemplates(): Promise<PrintedFile[]> {
  const folder = new URL("../../templates/runtime/", import.meta.url);
  const found = await readdir(folder, { recursive: true });
  const names = found.filter((name) => name.endsWith(".ts")).map((name) => name.replaceAll("\\", "/"));
  return Promise.all(
    names.sort().map(async (path) => ({ path, text: await readFile(fileURLToPath(new URL(path, folder)), "utf8") })),
  );
}
