import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Returns the licenses of the packages that the given modules are from, which those who distribute a bundle have to
 * include.
 */
export async function thirdPartyLicenses(modules: readonly string[]): Promise<string> {
  const folders = new Set(
    modules.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.replaceAll("\\", "/"))?.[0] ?? []),
  );
  const texts = await Promise.all(
    [...folders].sort().map(async (folder) => {
      const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
        readonly name: string;
        readonly version: string;
        readonly license: string;
      };
      const file = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
      const text = file === undefined ? "" : await readFile(join(folder, file), "utf8");
      return `${name} ${version} (${license})\n\n${text.trim()}\n`;
    }),
  );
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}
