import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compilerErrors, type Compiler } from "../support/compiler-errors.js";
import { packageFolder } from "../support/packages.js";

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

/** What a compiler has against code that uses the package of spec; empty if nothing. */
async function complaints(compiler: Compiler, name: string, code: string, options: readonly string[] = []): Promise<string> {
  const folder = join(await packageFolder("spec"), "..", `types-${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "consumer.mts"), same + code);
  return compilerErrors(compiler, folder, { compilerOptions, files: ["consumer.mts"] }, options);
}

/** Compiles only if both types are the same. */
const same = `
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export function same<A, B>(..._proof: Same<A, B> extends true ? [] : ["these are different types"]): void {}
`;

const unions = `
import { match, type UnknownTag, type UnknownVariant } from "../spec/dist/index.js";

export type Newer = UnknownTag;
export interface File { ".tag": "file"; size: number }
export interface Folder { ".tag": "folder"; id: string }
export interface Deleted { ".tag": "deleted"; name: string }
declare const metadata: File | Folder | Deleted | UnknownVariant;
declare const status: { ".tag": "in_progress" } | { ".tag": "complete"; complete: string };
`;

test("match with a handler for each variant narrows them, wants $unknown for open unions, and returns all results", async () => {
  const code = `${unions}
export const told = match(metadata, {
  file: (file) => { same<typeof file, File>(); return file.size; },
  folder: (folder) => folder.id,
  deleted: (deleted) => deleted.name === "",
  $unknown: (newer) => { same<typeof newer, UnknownVariant>(); same<typeof newer[".tag"], UnknownTag>(); return null; },
});
same<typeof told, number | string | boolean | null>();

same<ReturnType<typeof whenDone>, string | undefined>();
export function whenDone() {
  return match(status, { in_progress: () => undefined, complete: ({ complete }) => complete });
}
// A variant with a union of its own is matched again.
export const depth = match(metadata, {
  file: (file) => match(status, { in_progress: () => file.size, complete: ({ complete }) => complete.length }),
  folder: () => undefined,
  deleted: () => undefined,
  $unknown: () => undefined,
});
same<typeof depth, number | undefined>();
`;
  expect(await complaints("typescript", "match", code)).toBe("");
});

test("match with _ is partial, and its parameter is what is left", async () => {
  const code = `${unions}
export const told = match(metadata, {
  file: (file) => { same<typeof file, File>(); return file.size; },
  _: (rest) => { same<typeof rest, Folder | Deleted | UnknownVariant>(); return rest[".tag"] === "folder" ? rest.id : null; },
});
same<typeof told, number | string | null>();
match(metadata, { _: (all) => { same<typeof all, typeof metadata>(); } });
match(metadata, {
  file: () => 1, folder: () => 2, deleted: () => 3, _: (newer) => { same<typeof newer, UnknownVariant>(); },
});
match(status, { complete: () => 2, _: (rest) => { same<typeof rest, { ".tag": "in_progress" }>(); } });
`;
  expect(await complaints("typescript-newest", "match-rest", code)).toBe("");
});

test("the type errors of match name what is wrong", async () => {
  const mistakes = [
    ["match(metadata, { file: () => 1, $unknown: () => 2 });", '"no handler for": "deleted" | "folder"'],
    ["match(metadata, { file: () => 1, folder: () => 2, deleted: () => 3 });", '"no handler for": "$unknown"'],
    ["match(metadata, { file: () => 1, link: () => 5, _: () => 3 });", '"no variant is": "link"'],
    ["match(status, { in_progress: () => 1, complete: () => 2, $unknown: () => 3 });", '"no variant is": "$unknown"'],
    ["match(metadata, { $unknown: () => 2, _: () => 3 });", '"_ handles newer variants too": "remove $unknown"'],
  ];
  const found = await complaints("typescript-newest", "match-mistakes", unions + mistakes.map(([code]) => code).join("\n"));
  const required = found.matchAll(/required in type 'Incomplete<\{ readonly (.*); \}>'/g);
  expect([...required].map(([, lacking]) => lacking)).toEqual(mistakes.map(([, message]) => message));
});

/** What compilers say of a program that imports the package and does nothing. */
const withoutMatch: Partial<Record<Compiler, Promise<string>>> = {};

test.each([
  ["complete", "typescript"],
  ["complete", "typescript-newest"],
  ["incomplete", "typescript-newest"],
  ["partial", "typescript-newest"],
] as const)(
  "a %s match on a union of 634 variants costs at most 30,000 instantiations (%s)",
  async (form, compiler) => {
    const tags = Array.from({ length: 634 }, (_, index) => `variant_${index}`);
    const handled = { complete: tags, incomplete: tags.slice(3), partial: tags.slice(0, 3) }[form];
    const code = `
import { match, type UnknownVariant } from "../spec/dist/index.js";
${tags.map((tag, index) => `export interface V${index} { ".tag": "${tag}"; f${index}: number }`).join("\n")}
declare const union: ${tags.map((_, index) => `V${index}`).join(" | ")} | UnknownVariant;
match(union, {
${handled.map((tag) => `  ${tag}: (v) => v.f${tag.replace("variant_", "")},`).join("\n")}
  ${form === "partial" ? "_" : "$unknown"}: (v) => v[".tag"],
});
`;
    const report = await complaints(compiler, `match-${form}`, code, ["--extendedDiagnostics"]);
    const without = await (withoutMatch[compiler] ??= complaints(
      compiler,
      "no-match",
      `import "../spec/dist/index.js";`,
      ["--extendedDiagnostics"],
    ));
    const instantiations = (text: string): number => Number(/Instantiations:\s+(\d+)/.exec(text)?.[1]);
    expect(report.includes('"no handler for": "variant_0" | "variant_1" | "variant_2"')).toBe(form === "incomplete");
    expect(instantiations(report) - instantiations(without)).toBeLessThan(30_000);
  },
);

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
  expect(await complaints("typescript-newest", "errors", code)).toBe("");
});
