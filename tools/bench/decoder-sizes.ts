import { existsSync } from "node:fs";
import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Api, Name } from "../../src/ir/api.js";
import { Lookup } from "../../src/ir/walk.js";
import { compiledApi, generateInto, withTemporaryFolder, measuredApi, repository } from "./measured-api.js";
import { zodSource } from "./peers/zod-source.js";
import { bundleSize } from "./sizes.js";
import { judgeTarget, type Row, type Table } from "./table.js";

/** Returns the size of all decoders of an API, compared with equivalent zod schemas. */
export async function decoderSizes(): Promise<Table> {
  return withTemporaryFolder(async (folder) => {
    const modules = join(folder, "node_modules");
    await generateInto(join(modules, "api"));
    await mkdir(modules, { recursive: true });
    await symlink(join(repository, "node_modules/zod"), join(modules, "zod"));
    const api = await compiledApi();
    await writeFile(join(folder, "schemas.mjs"), zodSource(listTypes(api), new Lookup(api)));
    const ours = await exportsOfDecoders(join(modules, "api/dist"));
    const zods = 'export * from "./schemas.mjs";';
    return {
      title: `All decoders of ${measuredApi.name}, in bytes`,
      columns: ["ratio", "target", "met", "gzip", "zod's gzip", "minified", "zod's minified"],
      rows: [
        await row("without the runtime, without zod itself", folder, ours, zods, ["../runtime/*", "zod"], true),
        await row("with them", folder, ours, zods, [], false),
      ],
      notes: measuredApi.warnings,
    };
  });
}

async function row(
  name: string,
  folder: string,
  ours: string,
  zods: string,
  external: readonly string[],
  isTarget: boolean,
): Promise<Row> {
  const own = await bundleSize(ours, folder, { external });
  const zod = await bundleSize(zods, folder, { external });
  const ratio = own.gzip / zod.gzip;
  const target = isTarget ? { atMost: 1.1 } : undefined;
  return { name, values: [ratio, ...judgeTarget(ratio, target), own.gzip, zod.gzip, own.minified, zod.minified] };
}

function listTypes(api: Api): Name[] {
  return api.namespaces.flatMap(({ name: namespace, aliases, types }) =>
    [...aliases, ...types].map(({ name }) => ({ namespace, name })),
  );
}

/** Returns the text of a module that exports the decoders of all namespaces. */
async function exportsOfDecoders(dist: string): Promise<string> {
  const all = await readdir(dist, { withFileTypes: true });
  const folders = all.filter((each) => each.isDirectory()).map(({ name }) => name);
  const lines = folders
    .filter((folder) => existsSync(join(dist, folder, "checks.js")))
    .map(async (namespace) => {
      const path = join(dist, namespace, "index.js");
      const names = Object.keys((await import(pathToFileURL(path).href)) as object);
      const decoders = names.filter((name) => name.startsWith("decode"));
      return decoders.length === 0
        ? ""
        : `export { ${decoders.map((name) => `${name} as ${namespace}_${name}`).join(", ")} } from "api/${namespace}";`;
    });
  return (await Promise.all(lines)).join("\n");
}
