import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Config } from "../config.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { SourceFile } from "../source/source.js";
import { isFolder } from "./is-folder.js";
import { hashOf, type Hashes } from "./manifest.js";
import { removeAbandoned } from "./remove-abandoned.js";

/** The hash of all that decides about a package. Undefined if it cannot be told: emitters are code, which may do anything. */
export function hashOfInputs(config: Config, folder: string, specs: readonly SourceFile[]): string | undefined {
  const build = buildId();
  if (build === undefined || (config.emitters ?? []).length > 0) {
    return undefined;
  }
  const hash = createHash("sha256").update(JSON.stringify([build, config, folder, specs.map(sizeOf)]));
  specs.forEach(({ text }) => hash.update(text));
  return hash.digest("hex");
}

/** The hash of the inputs of a run after which every other run has something to do, though the files are known. */
export const noInputs = "";

/** Tells where one text ends and the next begins. */
function sizeOf({ path, text }: SourceFile): readonly [string, number] {
  return [path, text.length];
}

/** What tells this build of Ashlar from others; undefined where it is not built. */
function buildId(): string | undefined {
  try {
    return readFileSync(new URL("../../dist/build-id.txt", import.meta.url), "utf8");
  } catch {
    return undefined;
  }
}

/** What the operating system tells of a file; who writes into the file changes it, on which Git's index relies too. */
type Stamp = readonly [size: number, mtimeMs: number, ctimeMs: number];

type Entry = readonly [hash: string, ...stamp: Stamp];

/** What a run has done: the hash of what it read, and the files that it left. */
interface RunRecord {
  readonly inputs: string;
  /** When the run began, in milliseconds since 1970. */
  readonly time: number;
  readonly files: Readonly<Record<string, Entry>>;
  /** The warnings that the run has found. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A file system's clock may stand still so long, in milliseconds, that a change soon after a stamp does not show in it. */
const clockStep = 100;

/**
 * Remembers what the last run has read and left in a folder, so that the next one sees in a few milliseconds that there
 * is nothing to do. That is kept beside other caches, in `node_modules/.cache`, and may be removed at any time; where a
 * project has no `node_modules` nothing is remembered.
 */
export class RunRecords {
  readonly #folder: string;
  readonly #place: string | undefined;
  readonly #last: RunRecord | undefined;
  /** What is changed from now on may be changed after this run has looked at it. */
  readonly #begin = Date.now();
  /** The entries of files that have just been seen to be as recorded. */
  readonly #certain = new Map<string, Entry>();

  constructor(project: string, folder: string) {
    this.#folder = folder;
    this.#place = placeOf(project, folder);
    this.#last = this.#place === undefined ? undefined : readRecord(this.#place);
  }

  /** The warnings that the last run has found. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#last?.diagnostics ?? [];
  }

  /** Whether the last run had the same inputs, and all that it left is as it was. */
  isDone(inputs: string | undefined): boolean {
    if (inputs === undefined || this.#last?.inputs !== inputs) {
      return false;
    }
    const hashes = new Map<string, string>();
    let wasRead = false;
    for (const [path, [hash]] of Object.entries(this.#last.files)) {
      if (this.hashOf(path) === undefined) {
        wasRead = true;
        if (hashOfFile(join(this.#folder, path)) !== hash) {
          return false;
        }
      }
      hashes.set(path, hash);
    }
    if (wasRead) {
      this.add(inputs, hashes, this.diagnostics); // the next run need not read again
    }
    return true;
  }

  /** The hash of a file, if it is certain without reading it. */
  hashOf(path: string): string | undefined {
    const entry = this.#last?.files[path];
    const stamp = stampOf(join(this.#folder, path));
    if (this.#last === undefined || entry === undefined || stamp === undefined) {
      return undefined;
    }
    const [hash, size, mtimeMs, ctimeMs] = entry;
    const isSame = stamp[0] === size && stamp[1] === mtimeMs && stamp[2] === ctimeMs;
    if (!isSame || ctimeMs >= this.#last.time - clockStep) {
      return undefined;
    }
    this.#certain.set(path, entry);
    return hash;
  }

  /** Remembers a run that has left the files with these hashes, and its warnings. */
  add(inputs: string, hashes: Hashes, diagnostics: readonly Diagnostic[]): void {
    if (this.#place === undefined) {
      return;
    }
    const files: Record<string, Entry> = {};
    for (const [path, hash] of hashes) {
      const entry = this.#entryOf(path, hash);
      if (entry === undefined) {
        return; // somebody has just removed it
      }
      files[path] = entry;
    }
    writeRecord(this.#place, { inputs, time: this.#begin, files, diagnostics });
  }

  #entryOf(path: string, hash: string): Entry | undefined {
    const certain = this.#certain.get(path);
    if (certain?.[0] === hash) {
      return certain;
    }
    const stamp = stampOf(join(this.#folder, path));
    return stamp && [hash, ...stamp];
  }
}

/** Where the record of a folder is kept: in the first `node_modules` from the project's folder upward. */
function placeOf(project: string, folder: string): string | undefined {
  const modules = join(project, "node_modules");
  if (isFolder(modules)) {
    return join(modules, ".cache", "ashlar", `${hashOf(folder).slice(0, 32)}.json`);
  }
  const parent = dirname(project);
  return parent === project ? undefined : placeOf(parent, folder);
}

/** The record at a place; undefined if there is none, or something else. */
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

/** A record that cannot be written does no harm: the next run does all its work. */
function writeRecord(place: string, record: RunRecord): void {
  const beside = `${place}.${process.pid}`;
  try {
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(beside, JSON.stringify(record));
    renameSync(beside, place);
    removeAbandoned(dirname(place), `${basename(place)}.`, /^$/);
  } catch {
    rmSync(beside, { force: true });
  }
}

function stampOf(path: string): Stamp | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? [stats.size, stats.mtimeMs, stats.ctimeMs] : undefined;
  } catch {
    return undefined;
  }
}

function hashOfFile(path: string): string | undefined {
  try {
    return hashOf(readFileSync(path));
  } catch {
    return undefined;
  }
}
