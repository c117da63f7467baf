import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { check } from "prettier";
import { expect, test } from "vitest";
import { corpora, dropboxFolder } from "../corpus.js";
import { packageFolder } from "../packages.js";

const run = promisify(execFile);

const strict = {
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  module: "nodenext",
  types: [],
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  declaration: true,
};

/** Flags that came after TypeScript 5.4. */
const newer = { isolatedDeclarations: true, erasableSyntaxOnly: true };

/** What the compiler of a version has against the sources of a package; empty if nothing. */
async function complaints(compiler: string, name: string, compilerOptions: object): Promise<string> {
  const folder = packageFolder(name);
  const project = join(folder, `tsconfig.${compiler}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(project, JSON.stringify({ compilerOptions, include: ["src"] }));
  const tsc = join("node_modules", compiler, "bin", "tsc");
  return run(process.execPath, [tsc, "-p", project]).then(
    ({ stdout }) => stdout,
    (thrown: unknown) => (thrown as { readonly stdout: string }).stdout,
  );
}

for (const name of ["spec", "clashes", ...corpora]) {
  test(`the package of ${name} compiles under every strict flag of TypeScript 5.9`, async () => {
    expect(await complaints("typescript", name, { ...strict, ...newer })).toBe("");
  });
}

for (const name of ["spec-exact", "wirelab-exact", ...(dropboxFolder === undefined ? [] : ["dropbox-exact"])]) {
  test(`the package of ${name}, with bigint and Date, compiles under every strict flag of TypeScript 7`, async () => {
    expect(await complaints("typescript-newest", name, { ...strict, ...newer })).toBe("");
  });
}

/** What somebody writes who uses the package of spec; each line marked as an error must be one. */
const consumer = `
import { createClient, isRouteError, type files } from "./spec/dist/index.js";
import { copy, decodeMetadata, encodeCommitInfo } from "./spec/dist/files/index.js";

export function describe(metadata: files.Metadata): string {
  switch (metadata[".tag"]) {
    case "file":
      return metadata.name + String(metadata.size + 1);
    case "folder":
      return metadata.id;
    case "deleted":
      // @ts-expect-error a deleted item has no id
      return metadata.id;
    default:
      // A closed tree has no subtype that is newer than the package.
      return metadata satisfies never;
  }
}

export function why(error: files.LookupError): string {
  switch (error[".tag"]) {
    case "not_found":
    case "malformed_path":
    case "not_file":
    case "not_folder":
    case "restricted_content":
    case "invalid_path_root":
    case "other":
      return "known";
    default:
      // An open union may have a variant that is newer than the package, with fields that nobody knows.
      return String(error["reason"]);
  }
}

// A tag without a value may be a bare string where a value is written, and defaults may be left out.
encodeCommitInfo({ path: "/a", mode: "overwrite" });
// @ts-expect-error there is no such mode
encodeCommitInfo({ path: "/a", mode: "overwritten" });
// @ts-expect-error an unknown variant can be kept, but not made up
encodeCommitInfo({ path: "/a", mode: { ".tag": "made_up" } });
// @ts-expect-error the path is required
encodeCommitInfo({});

const read = decodeMetadata(JSON.parse("{}"));
// @ts-expect-error what is read has no bare strings
read === "file";

const client = createClient({ hosts: "http://localhost" });

export async function goThroughListsAndJobs(): Promise<files.RelocationBatchResult | undefined> {
  for await (const entry of client.files.listFolder({ path: "" }).items()) {
    describe(entry);
  }
  for await (const page of client.team.devicesListMembersDevices({}).pages()) {
    const devices: readonly object[] = page.devices;
    console.log(devices.length);
  }
  // @ts-expect-error a call that gives no list has no iterators
  client.files.copy({ from_path: "/a", to_path: "/b" }).pages();
  const status = await client.files.copyBatch({ entries: [] }).waitFor({ timeout: 1000 });
  // @ts-expect-error a job that is done is not in progress
  console.log(status[".tag"] === "in_progress");
  // @ts-expect-error what is done has no job
  console.log(status[".tag"] === "async_job_id");
  return status[".tag"] === "complete" ? status : undefined;
}

export async function main(): Promise<void> {
  try {
    const metadata = await client.files.copy({ from_path: "/a", to_path: "/b" });
    describe(metadata);
    // @ts-expect-error the argument is typed
    await client.files.copy({ from_path: 1, to_path: "/b" });
  } catch (thrown) {
    if (isRouteError(thrown, copy) && thrown.error[".tag"] === "to") {
      const conflict: files.WriteError = thrown.error.to;
      console.log(conflict, thrown.is("to/conflict/file"));
    }
  }
}
`;

test("the types say to a consumer what they promise", async () => {
  const folder = join(packageFolder("spec"), "..");
  await writeFile(join(folder, "consumer.mts"), consumer);
  const project = join(folder, "tsconfig.consumer.json");
  await writeFile(project, JSON.stringify({ compilerOptions: strict, files: ["consumer.mts"] }));
  const tsc = join("node_modules", "typescript", "bin", "tsc");
  const { stdout } = await run(process.execPath, [tsc, "-p", project]).catch(
    (thrown: unknown) => thrown as { readonly stdout: string },
  );
  expect(stdout).toBe("");
});

for (const name of ["spec", ...(dropboxFolder === undefined ? [] : ["dropbox"])]) {
  test(`the sources of the package of ${name} are as prettier would have them`, async () => {
    const entries = await readdir(join(packageFolder(name), "src"), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const wrong: string[] = [];
    for (const path of files) {
      if (!(await check(await readFile(path, "utf8"), { filepath: path, printWidth: 120 }))) {
        wrong.push(path);
      }
    }
    expect(wrong).toEqual([]);
  });
}

test("the package of spec compiles with TypeScript 5.4 too", async () => {
  expect(await complaints("typescript-oldest", "spec", strict)).toBe("");
});

test("the package of spec compiles with TypeScript 7 too", async () => {
  expect(await complaints("typescript-newest", "spec", { ...strict, ...newer })).toBe("");
});
