import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A generated source as compilers check it. */
export function checkedSource(text: string): string {
  return text.replace("// @ts-nocheck\n", "");
}

/** Makes compilers check the generated sources in a folder. */
export async function checkSources(folder: string): Promise<void> {
  const paths = await readdir(folder, { recursive: true });
  for (const path of paths.filter((one) => one.endsWith(".ts"))) {
    await writeFile(join(folder, path), checkedSource(await readFile(join(folder, path), "utf8")));
  }
}
