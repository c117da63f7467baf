import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { check } from "prettier";
import { expect, test } from "vitest";
import { checkSources } from "../support/checked-sources.js";
import { compilerErrors, type Compiler } from "../support/compiler-errors.js";
import { corpora, dropboxFolder } from "../support/corpus.js";
import { packageFolder } from "../support/packages.js";
import { completeMatch, largeMatch, sameType } from "./match-errors.js";
import { service } from "./service-errors.js";

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

/**
 * Returns the errors of a compiler in the sources of packages and in programs that use the package of spec, all in one
 * compilation; empty if there are none.
 */
async function errorsOf(
  compiler: Compiler,
  names: readonly string[],
  compilerOptions: object,
  programs: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = join(await packageFolder("spec"), "..", `compiles-${compiler}`);
  for (const name of names) {
    await cp(join(await packageFolder(name), "src"), join(folder, name, "src"), { recursive: true });
    await checkSources(join(folder, name, "src"));
    await cp(join(await packageFolder(name), "package.json"), join(folder, name, "package.json"));
  }
  for (const [name, code] of Object.entries(programs)) {
    await writeFile(join(folder, `${name}.mts`), code);
  }
  const include = [...names.map((name) => `${name}/src`), ...Object.keys(programs).map((name) => `${name}.mts`)];
  return compilerErrors(compiler, folder, { compilerOptions, include });
}

const ownPackages = ["spec", "clashes", ...corpora.filter((name) => name !== "dropbox")];
const dropboxPackages = dropboxFolder === undefined ? [] : ["dropbox", "dropbox-exact"];

/** How long a compiler may take where others use the machine as well, in milliseconds. */
const timeout = 300_000;

// TypeScript 7 compiles the other packages, in a fifth of the time.
test("packages and programs that use them compile under strict flags of TypeScript 5.9", { timeout }, async () => {
  const programs = { service, match: sameType + completeMatch, large: largeMatch("complete") };
  expect(await errorsOf("typescript", ["clashes"], { ...strict, erasableSyntaxOnly: true }, programs)).toBe("");
});

test("packages compile under every strict flag of TypeScript 7, also those with bigint and Date, and large ones", { timeout }, async () => {
  const names = [...ownPackages, "spec-exact", "spec-lazy", "wirelab-exact", ...dropboxPackages];
  expect(await errorsOf("typescript-newest", names, { ...strict, ...newer })).toBe("");
});

test("packages and programs that use them compile with TypeScript 5.4 too", { timeout }, async () => {
  expect(await errorsOf("typescript-oldest", ["clinic"], strict, { service })).toBe("");
});

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
  const status = await client.files.copyBatch({ entries: [] }).waitFor({ timeoutMs: 1000 });
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

test("the types of a client say to a consumer what they promise", async () => {
  const folder = join(await packageFolder("spec"), "..");
  await writeFile(join(folder, "consumer.mts"), consumer);
  expect(await compilerErrors("typescript-newest", folder, { compilerOptions: strict, files: ["consumer.mts"] })).toBe("");
});

// For emitted modules, test/generator/print/module.product.test.ts proves this: what is left are the runtime and how files are put together.
test("the sources of the package of spec are as prettier would have them", async () => {
  const entries = await readdir(join(await packageFolder("spec"), "src"), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /runtime|auth$|src$/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(15);
  const wrong: string[] = [];
  for (const path of files) {
    if (!(await check(await readFile(path, "utf8"), { filepath: path, printWidth: 120 }))) {
      wrong.push(path);
    }
  }
  expect(wrong).toEqual([]);
});
