import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { median } from "./alternately.js";
import { compiledApi, generateInto, withTemporaryFolder, measuredApi, repository } from "./measured-api.js";
import type { Row, Table } from "./table.js";
import { judgeTarget } from "./target.js";
import { typeCheck, type Run } from "./types/compiler.js";
import { consumers } from "./types/consumers.js";

const rounds = 5;

/** The versions of the compiler, by the names under which they are installed. */
const compilers = ["typescript", "typescript-newest", "typescript-oldest"];

/** The compiled programs: both with the types of Node, which only the SDK needs, and ours without them. */
const sides = ["ours", "sdk", "oursAlone"] as const;

type Side = (typeof sides)[number];

/** Returns the cost of the generated types for editors and builds, compared with the types of the SDK. */
export async function types(): Promise<Table> {
  if (measuredApi.preset !== "dropbox") {
    return { title: "Type checking", columns: [], rows: [], notes: measuredApi.warnings };
  }
  return withTemporaryFolder(async (folder) => {
    const { variants, calls } = await writeProjects(folder);
    const rows: Row[] = [];
    for (const compiler of compilers) {
      rows.push(...(await measureRows(compiler, folder)));
    }
    return {
      title: `Type-checking ${variants} variants and ${calls} calls of the Dropbox API, generated package / SDK`,
      columns: ["ratio", "target", "met", "s", "SDK's s"],
      rows,
      notes: ["Ratios are medians of alternating runs; the times are for information only."],
    };
  });
}

async function writeProjects(folder: string): Promise<{ variants: number; calls: number }> {
  const installed = join(repository, "node_modules");
  const out = join(folder, "node_modules/api");
  await generateInto(out);
  await symlink(join(installed, "dropbox"), join(folder, "node_modules/dropbox"));
  const programs = consumers(await compiledApi(), await methodsOfClient(out), await methodsOfSdk());
  for (const side of sides) {
    await mkdir(join(folder, side));
    await writeFile(join(folder, side, "consumer.mts"), side === "sdk" ? programs.sdk : programs.ours);
    const options = projectOptions(installed, side === "oursAlone" ? [] : ["node"]);
    await writeFile(join(folder, side, "tsconfig.json"), JSON.stringify(options));
  }
  return programs;
}

function projectOptions(installed: string, types: readonly string[]): object {
  return {
    compilerOptions: {
      strict: true,
      skipLibCheck: true,
      target: "es2022",
      module: "nodenext",
      types,
      typeRoots: [join(installed, "@types")],
    },
    files: ["consumer.mts"],
  };
}

/** Returns the names of the routes in the generated client, by namespace. */
async function methodsOfClient(out: string): Promise<Record<string, string[]>> {
  const declarations = await readFile(join(out, "dist/index.d.ts"), "utf8");
  const namespaces = [...declarations.matchAll(/^ +readonly (\w+): \w+Client;/gm)].map(([, name = ""]) => name);
  const methods = namespaces.map(async (name) => {
    const folder = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const text = await readFile(join(out, `dist/${folder}/client.d.ts`), "utf8");
    return [name, [...text.matchAll(/^ {2}(\w+)\(/gm)].map(([, method = ""]) => method)] as const;
  });
  return Object.fromEntries(await Promise.all(methods));
}

async function methodsOfSdk(): Promise<ReadonlySet<string>> {
  const path = createRequire(import.meta.url).resolve("dropbox/types/index.d.ts");
  const declarations = await readFile(path, "utf8");
  return new Set([...declarations.matchAll(/^ +public (\w+)\(/gm)].map(([, name = ""]) => name));
}

async function measureRows(compiler: string, folder: string): Promise<Row[]> {
  const require = createRequire(import.meta.url);
  const { version } = require(`${compiler}/package.json`) as { readonly version: string };
  const runs: Record<Side, Run[]> = { ours: [], sdk: [], oursAlone: [] };
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) {
      runs[side].push(
        await typeCheck(
          require.resolve(`${compiler}/package.json`).replace("package.json", "bin/tsc"),
          join(folder, side),
        ),
      );
    }
  }
  const row = (name: string, side: Side, part: keyof Run, atMost?: number): Row => {
    const ours = runs[side].map((run) => run[part]);
    const sdk = runs.sdk.map((run) => run[part]);
    const ratio = median(ours.map((time, round) => time / (sdk[round] ?? NaN)));
    const target = atMost === undefined ? undefined : { atMost };
    return {
      name: `TypeScript ${version}, ${name}`,
      values: [ratio, ...judgeTarget(ratio, target), median(ours), median(sdk)],
    };
  };
  return [
    row("the whole process, with the same libraries", "ours", "whole", 0.95),
    row("the same, each with the libraries that it needs", "oursAlone", "whole", 0.8),
    row("checking alone, with the same libraries", "ours", "check"),
  ];
}
