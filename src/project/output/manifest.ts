import { createHash } from "node:crypto";
import { join } from "node:path";
import type { PrintedFile } from "../../generator/code/module.js";
import { UsageError } from "../failure.js";
import { displayPath } from "../paths.js";
import { readIfExists } from "../read-if-exists.js";

/**
 * The file that lists the files that Ashlar has written to a folder, so that Ashlar never touches other files. Exports
 * have their own manifests, so that one folder can contain several exports and a package.
 */
export interface ManifestFile {
  readonly name: string;
  /** The command that owns the listed files, if the name alone does not identify it. */
  readonly command?: string | undefined;
  /** What the files are made from, if the manifest says so. */
  readonly provenance?: Provenance | undefined;
}

/** What a package is made from. */
export interface Provenance {
  /** The version of Ashlar. */
  readonly ashlar: string;
  /** A hash of the specifications, regardless of empty lines and comments. */
  readonly specification: string;
  /** A hash of the options that the content of the package depends on. */
  readonly options: string;
}

/** The manifest of a package. It contains no command. */
export const packageManifest: ManifestFile = { name: "ashlar-manifest.json" };

/** The manifest of a documentation site. */
export const siteManifest: ManifestFile = { name: packageManifest.name, command: "docs" };

/** The manifest of a playground. */
export const playgroundManifest: ManifestFile = { name: packageManifest.name, command: "playground" };

/** The SHA-256 of each written file, by the file's path. Paths are relative to the folder and separated by `/`. */
export type Hashes = ReadonlyMap<string, string>;

/**
 * The content of a folder's manifest: each path with the hashes that the file has if it was not changed by hand. After
 * an interrupted run, a file may have two hashes: that of the previous content, and that of the content that the run
 * was about to write.
 */
export type Listed = ReadonlyMap<string, readonly string[]>;

/**
 * Reads a folder's manifest; empty if there is none. Throws a UsageError if the manifest is invalid or belongs to
 * another command.
 */
export async function readManifest(folder: string, { name, command }: ManifestFile): Promise<Listed> {
  const text = await readIfExists(join(folder, name));
  if (text === undefined) {
    return new Map();
  }
  const manifest = parseManifest(text, join(folder, name));
  if (manifest.command !== command) {
    throw new UsageError(explainOwner(folder, manifest.command));
  }
  return manifest.listed;
}

interface Manifest extends Pick<ManifestFile, "command"> {
  readonly listed: Listed;
}

function parseManifest(text: string, path: string): Manifest {
  try {
    const { command, files } = JSON.parse(text) as Pick<ManifestFile, "command"> & {
      readonly files: Readonly<Record<string, string | readonly string[]>>;
    };
    const isInside = (file: string): boolean => !file.startsWith("/") && !file.split(/[\\/]/).includes("..");
    const entries = Object.entries(files).map(([file, hashes]) => [file, [hashes].flat()] as const);
    return { command, listed: new Map(entries.filter(([file]) => isInside(file))) };
  } catch {
    throw new UsageError(`${path} is not a valid manifest. Restore it, or remove the generated files by hand.`);
  }
}

/** What a folder contains, by the command in the manifest. */
const contents: Readonly<Record<string, string>> = { docs: "a documentation site", playground: "a playground" };

/** Returns a message that says which command owns a folder, and what to do. */
function explainOwner(folder: string, command = "generate"): string {
  const content = contents[command] ?? "a package";
  return (
    `${displayPath(folder)} contains ${content}, written by \`ashlar ${command}\`. Choose another folder with \`--out\`, or first ` +
    `run \`ashlar ${command} --clean --out ${displayPath(folder)}\`. Nothing has been changed.`
  );
}

/** Returns the manifest that lists files with these hashes, and earlier files that remain listed. */
export function createManifest(hashes: Hashes, kept: Listed, manifest: ManifestFile): PrintedFile {
  return printManifest([...hashes, ...kept], manifest);
}

/** Returns the manifest for the time while the listed files are replaced by files with these hashes. */
export function manifestBetween(listed: Listed, hashes: Hashes, manifest: ManifestFile): PrintedFile {
  const paths = [...new Set([...listed.keys(), ...hashes.keys()])];
  const both = paths.map((path) => [path, [...(listed.get(path) ?? []), ...[hashes.get(path) ?? []].flat()]] as const);
  return printManifest(both, manifest);
}

function printManifest(
  entries: readonly (readonly [path: string, hashes: string | readonly string[]])[],
  { name, command, provenance }: ManifestFile,
): PrintedFile {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  const files = Object.fromEntries(sorted.map(([path, hashes]) => [path, oneOrSeveral(hashes)]));
  const note = "What Ashlar has generated here. It changes and removes only these files.";
  return { path: name, text: `${JSON.stringify({ note, command, ...provenance, files }, undefined, 2)}\n` };
}

function oneOrSeveral(hashes: string | readonly string[]): string | readonly string[] {
  const different = [...new Set([hashes].flat())];
  return different.length === 1 ? different.join() : different;
}

/** Returns the path of the declaration map of a file, which belongs to the file without being listed; undefined if it can have none. */
export function mapOf(path: string): string | undefined {
  return path.endsWith(".d.ts") ? `${path}.map` : undefined;
}

/** Returns the hashes of files by their paths. */
export function hashFiles(files: readonly PrintedFile[]): Map<string, string> {
  return new Map(files.map((file) => [file.path, hashOfFile(file)]));
}

/** The hashes by file object. In watch mode, most files remain the same objects. */
const knownHashes = new WeakMap<PrintedFile, string>();

/** Returns the hash of the text of a file. */
export function hashOfFile(file: PrintedFile): string {
  let hash = knownHashes.get(file);
  if (hash === undefined) {
    hash = hashContent(file.text);
    knownHashes.set(file, hash);
  }
  return hash;
}

/**
 * Returns the SHA-256 of a text or of bytes, in hexadecimal digits. Ignores whether line ends are LF or CRLF, because
 * Git may convert them.
 */
export function hashContent(content: string | Uint8Array): string {
  const plain = typeof content === "string" ? plainLineEnds(content) : withPlainLineEnds(content);
  return createHash("sha256").update(plain).digest("hex");
}

function withPlainLineEnds({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  // Latin-1 preserves every byte.
  return bytes.includes("\r\n") ? Buffer.from(plainLineEnds(bytes.toString("latin1")), "latin1") : bytes;
}

/** Returns a text with the line ends that Ashlar writes. */
export function plainLineEnds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
