import { readFileSync } from "node:fs";
import { join } from "node:path";
import { list } from "tar";
import type { Diagnostic } from "../../text/diagnostics/diagnostic.js";
import { failureReason, UsageError } from "../failure.js";
import { isFolder } from "../paths.js";
import { listFiles } from "../output/compare-folder.js";
import type { Input } from "../load-configured.js";
import {
  createManifest,
  hashFiles,
  mapOf,
  packageManifest,
  plainLineEnds,
  type Provenance,
} from "../output/manifest.js";
import { generatePackage } from "./generate-package.js";
import { provenanceIn } from "./provenance.js";

/** How a package differs from the one that its specification generates. */
export type Verification =
  /** The specification has errors. */
  | { readonly kind: "wrong"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "other version"; readonly version: string }
  | {
      readonly kind: "compared";
      /** The number of files that the package should have. */
      readonly count: number;
      readonly differing: readonly FileDifference[];
      readonly missing: readonly string[];
      readonly extra: readonly string[];
      /** Which of its sources the package itself says to be other ones. */
      readonly otherSources: readonly ("specification" | "options")[];
    };

export interface FileDifference {
  readonly path: string;
  /** The first line that differs, counted from 1. */
  readonly line: number;
  readonly expected: string;
  readonly actual: string;
}

/** The texts of the files of a package, by path. */
type PackageFiles = ReadonlyMap<string, string>;

/**
 * Compares a package, a folder or a tarball of npm, with what a configuration generates in memory. Throws a UsageError if the
 * package cannot be read.
 */
export async function verifyPackage(path: string, input: Input): Promise<Verification> {
  const actual = await (isFolder(path) ? readFolder(path) : readTarball(path));
  const claimed = provenanceIn(actual.get("README.md") ?? "");
  const { files, diagnostics, provenance } = await generatePackage(withNameOf(actual, input));
  if (claimed !== undefined && claimed.ashlar !== provenance.ashlar) {
    return { kind: "other version", version: claimed.ashlar };
  }
  if (files === undefined) {
    return { kind: "wrong", diagnostics };
  }
  const manifest = createManifest(hashFiles(files), new Map(), { ...packageManifest, provenance });
  const expected = new Map([...files, manifest].map(({ path, text }) => [path, text]));
  const packed = packedPaths(expected.get("package.json"));
  // A tarball, and what is installed from one, has only what npm packs: not the manifest, for example.
  const isWanted = (file: string): boolean => actual.has(file) || packed.some((prefix) => isBelow(file, prefix));
  const paths = [...expected.keys()].filter(isWanted).sort();
  const maps = new Set(paths.map(mapOf));
  const isExtra = (file: string): boolean => !expected.has(file) && !maps.has(file) && !mayBeAdded(file);
  return {
    kind: "compared",
    count: paths.length,
    differing: paths.flatMap((file) => compareFile(file, expected.get(file) ?? "", actual.get(file)) ?? []),
    missing: paths.filter((file) => !actual.has(file)),
    extra: [...actual.keys()].filter(isExtra).sort(),
    otherSources: claimed === undefined ? [] : otherSources(claimed, provenance),
  };
}

/** Returns the input, in which the package has its own name if neither the configuration nor its output folder names it. */
function withNameOf(actual: PackageFiles, { config, ...others }: Input): Input {
  if (config.package?.name !== undefined || config.out !== undefined) {
    return { config, ...others };
  }
  const name = nameIn(actual.get("package.json"));
  return { config: { ...config, package: { ...config.package, ...(name !== undefined && { name }) } }, ...others };
}

function nameIn(packageJson = "{}"): string | undefined {
  try {
    const { name } = JSON.parse(packageJson) as { readonly name?: unknown };
    return typeof name === "string" ? name : undefined;
  } catch {
    return undefined;
  }
}

function otherSources(claimed: Provenance, actual: Provenance): ("specification" | "options")[] {
  return (["specification", "options"] as const).filter((source) => claimed[source] !== actual[source]);
}

/** Returns the files and folders that npm packs. */
function packedPaths(packageJson = "{}"): readonly string[] {
  const { files = [] } = JSON.parse(packageJson) as { readonly files?: readonly string[] };
  return ["package.json", "README.md", ...files];
}

function isBelow(path: string, folder: string): boolean {
  const plain = folder.replace(/^\.\//, "").replace(/\/?\**$/, "");
  return path === plain || path.startsWith(`${plain}/`);
}

/** Whether a file is one that people add to a package: texts that npm packs without being asked, and what it never packs. */
function mayBeAdded(path: string): boolean {
  return /^(?:licen[cs]e|changelog|notice)[^/]*$|^package-lock\.json$|^\./i.test(path);
}

function compareFile(path: string, expected: string, actual: string | undefined): FileDifference | undefined {
  if (actual === undefined || actual === expected || (path === "package.json" && isSameJson(expected, actual))) {
    return undefined;
  }
  const expectedLines = expected.split("\n");
  const actualLines = actual.split("\n");
  const index = expectedLines.findIndex((line, at) => line !== actualLines[at]);
  const at = index < 0 ? expectedLines.length : index;
  return { path, line: at + 1, expected: expectedLines[at] ?? "", actual: actualLines[at] ?? "" };
}

/** Whether a `package.json` has the expected fields. npm may order them differently, and adds some for itself. */
function isSameJson(expected: string, actual: string): boolean {
  try {
    const fields = JSON.parse(actual) as Record<string, unknown>;
    const kept = Object.entries(fields).filter(([name]) => !name.startsWith("_") && name !== "gitHead");
    const sorted = (entries: [string, unknown][]): string =>
      JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
    return sorted(kept) === sorted(Object.entries(JSON.parse(expected) as object));
  } catch {
    return false;
  }
}

async function readFolder(folder: string): Promise<PackageFiles> {
  try {
    const paths = await listFiles(folder);
    return new Map(paths.map((path) => [path, plainLineEnds(readFileSync(join(folder, path), "utf8"))]));
  } catch (thrown) {
    throw notPackage(folder, failureReason(thrown));
  }
}

/** Reads the files of a tarball of npm, which are in a folder `package`. */
async function readTarball(file: string): Promise<PackageFiles> {
  const files = new Map<string, string>();
  const reading: Promise<unknown>[] = [];
  try {
    await list({
      file,
      strict: true,
      onReadEntry: (entry) => {
        if (entry.type === "File") {
          const path = entry.path.replace(/^[^/]*\//, "");
          reading.push(entry.concat().then((bytes) => files.set(path, plainLineEnds(bytes.toString("utf8")))));
        }
      },
    });
    await Promise.all(reading);
  } catch (thrown) {
    throw notPackage(file, failureReason(thrown));
  }
  if (!files.has("package.json")) {
    throw notPackage(file, "it has no package.json");
  }
  return files;
}

function notPackage(path: string, reason: string): UsageError {
  return new UsageError(
    `The package ${path} cannot be read: ${reason}. Name a package folder or a tarball of npm (.tgz).`,
  );
}
