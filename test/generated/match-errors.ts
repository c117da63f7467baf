import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
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

/** What a compiler has against modules that use the package of spec, in one program; empty if nothing. */
export async function moduleErrors(
  compiler: Compiler,
  modules: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): Promise<string> {
  const names = Object.keys(modules);
  const folder = join(await packageFolder("spec"), "..", `types-${compiler}-${names.join("-")}`);
  await mkdir(folder, { recursive: true });
  for (const [name, code] of Object.entries(modules)) {
    await writeFile(join(folder, `${name}.mts`), sameType + code);
  }
  return compilerErrors(compiler, folder, { compilerOptions, files: names.map((name) => `${name}.mts`) }, options);
}

/** Compiles only if both types are the same. */
export const sameType = `
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export function same<A, B>(..._proof: Same<A, B> extends true ? [] : ["these are different types"]): void {}
`;

export const unions = `
import { match, type UnknownTag, type UnknownVariant } from "../spec/dist/index.js";

export type Newer = UnknownTag;
export interface File { ".tag": "file"; size: number }
export interface Folder { ".tag": "folder"; id: string }
export interface Deleted { ".tag": "deleted"; name: string }
declare const metadata: File | Folder | Deleted | UnknownVariant;
declare const status: { ".tag": "in_progress" } | { ".tag": "complete"; complete: string };
`;

/** Each variant is handled. */
export const completeMatch = `${unions}
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

/** Returns a match on a union of 634 variants, which is complete, lacks three handlers, or is partial. */
export function largeMatch(form: "complete" | "incomplete" | "partial"): string {
  const tags = Array.from({ length: 634 }, (_, index) => `variant_${index}`);
  const handled = { complete: tags, incomplete: tags.slice(3), partial: tags.slice(0, 3) }[form];
  return `
import { match, type UnknownVariant } from "../spec/dist/index.js";
${tags.map((tag, index) => `export interface V${index} { ".tag": "${tag}"; f${index}: number }`).join("\n")}
declare const union: ${tags.map((_, index) => `V${index}`).join(" | ")} | UnknownVariant;
match(union, {
${handled.map((tag) => `  ${tag}: (v) => v.f${tag.replace("variant_", "")},`).join("\n")}
  ${form === "partial" ? "_" : "$unknown"}: (v) => v[".tag"],
});
`;
}

/** Returns what TypeScript 7 prints about such a match, and how many instantiations it costs. */
export async function largeMatchCost(
  form: "complete" | "incomplete" | "partial",
): Promise<{ readonly report: string; readonly instantiations: number }> {
  const options = ["--extendedDiagnostics"];
  const report = await moduleErrors("typescript-newest", { [form]: largeMatch(form) }, options);
  withoutMatch ??= moduleErrors("typescript-newest", { empty: 'import "../spec/dist/index.js";' }, options);
  return { report, instantiations: instantiationsIn(report) - instantiationsIn(await withoutMatch) };
}

/** What TypeScript prints about a program that imports the package and does nothing. */
let withoutMatch: Promise<string> | undefined;

function instantiationsIn(report: string): number {
  return Number(/Instantiations:\s+(\d+)/.exec(report)?.[1]);
}
