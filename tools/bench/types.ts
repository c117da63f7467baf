import { execFile } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";
import type { Api } from "../../src/ir/api.js";
import { Lookup } from "../../src/ir/walk.js";
import { median } from "./alternately.js";
import { compiledApi, generateInto, withTemporaryFolder, measuredApi, repository } from "./measured-api.js";
import { judgeTarget, type Row, type Table } from "./table.js";

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

/** The times of one run of the compiler, in seconds. */
interface Run {
  /** The time from the start of the process to its end. */
  readonly whole: number;
  /** The time for checking types, as reported by the compiler. */
  readonly check: number;
}

/** Type-checks a project with the compiler at a path. Throws if it finds an error. */
async function typeCheck(compiler: string, project: string): Promise<Run> {
  const start = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [
    compiler,
    ...["-p", project, "--noEmit", "--extendedDiagnostics"],
  ]);
  const whole = (performance.now() - start) / 1000;
  return { whole, check: Number(/^Check time:\s*([\d.]+)s/m.exec(stdout)?.[1]) };
}

/** The text of a program that uses a package's types heavily. */
interface Consumers {
  readonly ours: string;
  readonly sdk: string;
  /** The numbers of variants that each program distinguishes, and of routes that it calls. */
  readonly variants: number;
  readonly calls: number;
}

const union = { namespace: "team_log", name: "EventDetails" };

/**
 * Returns the same program for the generated package and for the SDK. It switches over the variants of the largest
 * union, reads a field of each, and calls every route that both have.
 *
 * `ours` are the methods of the generated client by namespace, `sdk` the methods of the SDK's class.
 */
function consumers(api: Api, ours: Readonly<Record<string, readonly string[]>>, sdk: ReadonlySet<string>): Consumers {
  const cases = switchCases(new Lookup(api));
  const calls = commonCalls(ours, sdk);
  return {
    ours: program(
      'import type { Client, teamLog as team_log } from "api";',
      "Client",
      cases,
      calls.map(({ namespace, method }) => `${namespace}.${method}`),
    ),
    sdk: program(
      'import type { Dropbox, team_log } from "dropbox";',
      "Dropbox",
      cases,
      calls.map(({ sdkMethod }) => sdkMethod),
    ),
    variants: cases.length,
    calls: calls.length,
  };
}

/**
 * Returns the cases of a switch over the union, one for each variant. Each reads the first field of its variant, if it
 * has one.
 */
function switchCases(lookup: Lookup): string[] {
  return lookup.allFields(union).map(({ field }) => {
    const struct = lookup.plainStruct(field.type);
    const [first] = struct === undefined ? [] : lookup.allFields(struct.name);
    const read = first === undefined ? '[".tag"]' : `.${first.field.name}`;
    return `    case ${JSON.stringify(field.name)}:\n      return details${read};`;
  });
}

interface Call {
  readonly namespace: string;
  readonly method: string;
  readonly sdkMethod: string;
}

/** Returns the routes that both clients have. The SDK's names start with the namespace, as in `filesCopyV2`. */
function commonCalls(ours: Readonly<Record<string, readonly string[]>>, sdk: ReadonlySet<string>): Call[] {
  return Object.entries(ours).flatMap(([namespace, methods]) =>
    methods
      .map((method) => ({
        namespace,
        method,
        sdkMethod: `${namespace}${method.charAt(0).toUpperCase()}${method.slice(1)}`,
      }))
      .filter(({ sdkMethod }) => sdk.has(sdkMethod)),
  );
}

function program(imports: string, client: string, cases: readonly string[], calls: readonly string[]): string {
  const callers = calls.map(
    (path, index) =>
      `export const call${index} = async (client: ${client}, ...args: Parameters<typeof client.${path}>) =>\n` +
      `  (await client.${path}(...args)) satisfies unknown;`,
  );
  return `${imports}

function describe(details: team_log.EventDetails): unknown {
  switch (details[".tag"]) {
${cases.join("\n")}
    default:
      return undefined;
  }
}

${callers.join("\n")}
`;
}
