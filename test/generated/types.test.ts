import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { packageFolder } from "../packages.js";

const run = promisify(execFile);

const compilerOptions = {
  target: "es2022",
  lib: ["es2022", "dom"],
  module: "nodenext",
  types: [],
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
};

/** What the compiler has against code that uses the package of spec; empty if nothing. */
async function complaints(name: string, code: string): Promise<string> {
  const folder = join(packageFolder("spec"), "..", `types-${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "consumer.mts"), same + code);
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.mts"] }));
  const tsc = join("node_modules", "typescript", "bin", "tsc");
  const { stdout } = await run(process.execPath, [tsc, "-p", folder]).catch(
    (thrown: unknown) => thrown as { readonly stdout: string },
  );
  return stdout;
}

/** Compiles only if both types are the same. */
const same = `
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export function same<A, B>(..._proof: Same<A, B> extends true ? [] : ["these are different types"]): void {}
`;

test("match narrows each variant, wants _ for open unions only, and gives the union of all results", async () => {
  const code = `
import { match, type files, type UnknownTag } from "../spec/dist/index.js";

declare const metadata: files.Metadata;
export const told = match(metadata, {
  file: (file) => { same<typeof file, files.MetadataFile>(); return file.size; },
  folder: (folder) => folder.id,
  deleted: (deleted) => deleted.name === "",
  _: (newer) => { same<typeof newer, files.MetadataUnknown>(); same<typeof newer[".tag"], UnknownTag>(); return null; },
});
same<typeof told, number | string | boolean | null>();

// @ts-expect-error a subtype may be newer than the package: Property '_' is missing
match(metadata, { file: () => 1, folder: () => 2, deleted: () => 3 });
// @ts-expect-error Property 'deleted' is missing
match(metadata, { file: () => 1, folder: () => 2, _: () => 3 });
// @ts-expect-error There is no such variant
match(metadata, { file: () => 1, folder: () => 2, deleted: () => 3, _: () => 4, link: () => 5 });
// @ts-expect-error a folder has no size
match(metadata, { file: () => 1, folder: (folder) => folder.size, deleted: () => 3, _: () => 4 });

declare const status: { ".tag": "in_progress" } | { ".tag": "complete"; complete: string };
same<ReturnType<typeof whenDone>, string | undefined>();
export function whenDone() {
  return match(status, { in_progress: () => undefined, complete: ({ complete }) => complete });
}
// @ts-expect-error There is no such variant, in a closed union
match(status, { in_progress: () => 1, complete: () => 2, _: () => 3 });

declare const error: files.GetMetadataError;
// A variant with a union of its own is matched again.
export const depth = match(error, {
  path: ({ path }) =>
    match(path, {
      malformed_path: ({ malformed_path }) => malformed_path?.length,
      not_found: () => 2,
      not_file: () => 3,
      not_folder: () => 4,
      restricted_content: () => 5,
      invalid_path_root: () => 6,
      other: () => 7,
      _: () => 8,
    }),
});
same<typeof depth, number | undefined>();
`;
  expect(await complaints("match", code)).toBe("");
});

test("errors are typed where they are caught, by route and by literal paths", async () => {
  const code = `
import { createClient, isRouteError, type files, type Outcome, type RouteError } from "../spec/dist/index.js";
import { copy, getMetadata } from "../spec/dist/files/index.js";

const client = createClient({ hosts: "http://localhost" });
export async function main(): Promise<string> {
  try {
    await client.files.copy({ from_path: "/a", to_path: "/b" });
  } catch (thrown) {
    same<typeof thrown, unknown>();
    if (isRouteError(thrown, copy)) {
      same<typeof thrown, RouteError<files.RelocationError>>();
      thrown.is("to");
      thrown.is("to/conflict");
      thrown.is("to/conflict/file");
      // @ts-expect-error there is no such path
      thrown.is("to/conflict/cat");
      // @ts-expect-error nor one that begins further in
      thrown.is("conflict/file");
      same<typeof thrown.status, number>();
    }
    if (isRouteError(thrown, getMetadata)) {
      // @ts-expect-error this route has no such error
      thrown.is("to/conflict/file");
    }
  }
  const outcome = await client.files.copy({ from_path: "/a", to_path: "/b" }).outcome();
  same<typeof outcome, Outcome<files.Metadata, files.RelocationError>>();
  if (outcome.ok) {
    same<typeof outcome.value, files.Metadata>();
    // @ts-expect-error a success has no error
    outcome.error;
    return outcome.value.name;
  }
  same<typeof outcome.error, files.RelocationError>();
  // @ts-expect-error a failure has no value
  outcome.value;
  return outcome.thrown.is("to/conflict/file") ? "there is a file" : outcome.summary;
}
`;
  expect(await complaints("errors", code)).toBe("");
});
