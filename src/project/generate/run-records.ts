import { createHash } from "node:crypto";
import { readFileSync, mkdirSync, renameSync, rmSync, writeFileSync, statSync } from "node:fs";
import { join, basename, dirname } from "node:path";
import { buildId } from "../own-file.js";
import type { Config } from "../config.js";
import type { Diagnostic } from "../../text/diagnostics/diagnostic.js";
import type { SourceFile } from "../../text/source.js";
import { hashContent, type Hashes } from "../output/manifest.js";
import { removeAbandoned } from "../output/replace-files.js";
import { isFolder } from "../paths.js";

/**
 * The hash of everything that determines a package except its specifications: the build of Ashlar and the options.
 * Undefined with a user's emitters, because their code can do anything.
 */
export function hashOptions(config: Config, folder: string): string | undefined {
  const build = buildId();
  return build === undefined || (config.emitters ?? []).length > 0
    ? undefined
    : hashContent(JSON.stringify([build, config, folder]));
}

/** The hash of everything that determines a package. */
export function hashInputs(options: string, specs: readonly SourceFile[]): string {
  const hash = createHash("sha256").update(JSON.stringify([options, specs.map(describeSize)]));
  specs.forEach(({ text }) => hash.update(text));
  return hash.digest("hex");
}

/** The input hash of a run after which the next run must not be skipped, although the files are known. */
export const noInputs = "";

/** Separates the hashed texts. */
function describeSize({ path, text }: SourceFile): readonly [string, number] {
  return [path, text.length];
}

type Entry = readonly [hash: string, ...stamp: Stamp];

/** The record of a run: the hash of its inputs, and the files that it wrote. */
interface RunRecord {
  readonly inputs: string;
  /** The start of the run, in milliseconds since 1970. */
  readonly time: number;
  readonly files: Readonly<Record<string, Entry>>;
  /** The warnings of the run. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Remembers the inputs and outputs of the last run in a folder, so that the next run detects within milliseconds that
 * there is nothing to do. The record is in `node_modules/.cache` and can be deleted at any time. Without
 * `node_modules`, there is no record.
 */
export class RunRecords {
  readonly #folder: string;
  readonly #place: string | undefined;
  readonly #last: RunRecord | undefined;
  /** Files that change after this time may have changed after this run read them. */
  readonly #begin = Date.now();
  /** The entries of files that have just been found unchanged. */
  readonly #certain = new Map<string, Entry>();

  constructor(project: string, folder: string) {
    this.#folder = folder;
    this.#place = cacheFile(project, `${hashContent(folder).slice(0, 32)}.json`);
    this.#last = this.#place === undefined ? undefined : readRecord(this.#place);
  }

  /** The warnings of the last run. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#last?.diagnostics ?? [];
  }

  /** Returns whether the last run had the same inputs and its outputs are unchanged, and renews its record if it read them. */
  checkDone(inputs: string | undefined): boolean {
    if (inputs === undefined || this.#last?.inputs !== inputs) {
      return false;
    }
    const hashes = new Map<string, string>();
    let wasRead = false;
    for (const [path, [hash]] of Object.entries(this.#last.files)) {
      if (this.knownHash(path) === undefined) {
        wasRead = true;
        if (hashFile(join(this.#folder, path)) !== hash) {
          return false;
        }
      }
      hashes.set(path, hash);
    }
    if (wasRead) {
      this.add(inputs, hashes, this.diagnostics); // so that the next run does not read the files again
    }
    return true;
  }

  /** The hash of a file, if it is known without reading the file. */
  knownHash(path: string): string | undefined {
    const entry = this.#last?.files[path];
    const stamp = readStamp(join(this.#folder, path));
    if (this.#last === undefined || entry === undefined || stamp === undefined) {
      return undefined;
    }
    const [hash, ...recorded] = entry;
    if (!isSameStamp(stamp, recorded) || !isSettled(stamp, this.#last.time)) {
      return undefined;
    }
    this.#certain.set(path, entry);
    return hash;
  }

  /** Records a run that left the files with these hashes, and its warnings. */
  add(inputs: string, hashes: Hashes, diagnostics: readonly Diagnostic[]): void {
    if (this.#place === undefined) {
      return;
    }
    const files: Record<string, Entry> = {};
    for (const [path, hash] of hashes) {
      const entry = this.#findEntry(path, hash);
      if (entry === undefined) {
        return; // it has just been removed
      }
      files[path] = entry;
    }
    const record: RunRecord = { inputs, time: this.#begin, files, diagnostics };
    writeCache(this.#place, JSON.stringify(record));
  }

  #findEntry(path: string, hash: string): Entry | undefined {
    const certain = this.#certain.get(path);
    if (certain?.[0] === hash) {
      return certain;
    }
    const stamp = readStamp(join(this.#folder, path));
    return stamp && [hash, ...stamp];
  }
}

/** The record at a path; undefined if there is none or it is not valid. */
function readRecord(place: string): RunRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(place, "utf8")) as RunRecord;
    const isRecord =
      typeof record.time === "number" &&
      Object.values(record.files).every(Array.isArray) &&
      areDiagnostics(record.diagnostics);
    return isRecord ? record : undefined;
  } catch {
    return undefined;
  }
}

function areDiagnostics(value: unknown): boolean {
  const isDiagnostic = (item: unknown): boolean =>
    typeof item === "object" && item !== null && "message" in item && "file" in item && "line" in item;
  return Array.isArray(value) && value.every(isDiagnostic);
}

function hashFile(path: string): string | undefined {
  try {
    return hashContent(readFileSync(path));
  } catch {
    return undefined;
  }
}

/**
 * The path of a cache file: in the first `node_modules` in the folder or above; undefined without one. The file can be
 * deleted at any time.
 */
function cacheFile(folder: string, name: string): string | undefined {
  const modules = join(folder, "node_modules");
  if (isFolder(modules)) {
    return join(modules, ".cache", "ashlar", name);
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : cacheFile(parent, name);
}

/** Writes a file of the cache. A failure is harmless: the next run does all its work. */
function writeCache(place: string, content: string): void {
  const temporaryPath = `${place}.${process.pid}`;
  try {
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(temporaryPath, content);
    renameSync(temporaryPath, place);
    removeAbandoned(dirname(place), `${basename(place)}.`, /^$/);
  } catch {
    rmSync(temporaryPath, { force: true });
  }
}

/** The size and times of a file or folder. Every change of a file changes them; Git's index also relies on this. */
type Stamp = readonly [size: number, mtimeMs: number, ctimeMs: number];

/** The coarsest resolution of file times, in milliseconds: a change within this time may not show. */
const clockStep = 100;

/** The stamp of a file or folder; undefined if it is not accessible. */
function readStamp(path: string): Stamp | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats && [stats.size, stats.mtimeMs, stats.ctimeMs];
  } catch {
    return undefined;
  }
}

function isSameStamp(a: Stamp, b: Stamp): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}

/**
 * Whether a file that has this stamp still has the content that it had at a time, in milliseconds since 1970. Files changed
 * shortly before may have been changed again without a trace.
 */
function isSettled([, , ctimeMs]: Stamp, time: number): boolean {
  return ctimeMs < time - clockStep;
}
