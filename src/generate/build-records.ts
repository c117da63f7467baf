import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import type { PackageRest } from "../build/package-rest.js";
import type { BuildRecord, EarlierBuild } from "../build/package-units.js";
import type { Hashes } from "../output/manifest.js";
import { writeCache } from "./run-records.js";

/**
 * Remembers what the files of a package were built from, so that the next process builds only what has changed. A record
 * applies to the same build of Ashlar and the same options; it can be deleted at any time.
 */
export class BuildRecords {
  readonly #place: string;
  readonly #options: string;
  readonly #last: StoredBuild | undefined;
  readonly #isUnchanged: (path: string, hash: string) => boolean;

  /** `options` is their hash; `isUnchanged` says whether a file of the folder has a hash. */
  constructor(place: string, options: string, isUnchanged: (path: string, hash: string) => boolean) {
    this.#place = place;
    this.#options = options;
    this.#last = readBuild(place, options);
    this.#isUnchanged = isUnchanged;
  }

  /** What the last process has built, if it is known. */
  earlier(): EarlierBuild | undefined {
    if (this.#last === undefined) {
      return undefined;
    }
    const { record, units } = this.#last;
    const intact = [...units].filter(([, files]) => [...files].every(([path, hash]) => this.#isUnchanged(path, hash)));
    return { record, intact: new Set(intact.map(([id]) => id)) };
  }

  /** The files of units that the last process has built. */
  filesOf(units: readonly string[]): Hashes {
    return new Map(units.flatMap((id) => [...(this.#last?.units.get(id) ?? [])]));
  }

  /** Records a build that left the files with these hashes. */
  add({ built, reused, record }: PackageRest, hashes: Hashes): void {
    const withHashes = (paths: readonly string[]): Hashes =>
      new Map(paths.map((path) => [path, hashes.get(path) ?? ""]));
    const units = new Map([
      ...reused.map((id) => [id, this.filesOf([id])] as const),
      ...[...built].map(([id, paths]) => [id, withHashes(paths)] as const),
    ]);
    writeBuild(this.#place, this.#options, { record: record(), units });
  }
}

interface StoredBuild {
  readonly record: BuildRecord;
  /** By the ids of the units: their files, with the hashes of what was written. */
  readonly units: ReadonlyMap<string, Hashes>;
}

/** The second line of a record, after the checksum. The lines below are the texts, in the order of their ids. */
interface Header extends Pick<BuildRecord, "results"> {
  readonly options: string;
  readonly units: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly ids: readonly string[];
}

/** The record at a path; undefined if there is none, if it is damaged, or if it was written with other options. */
function readBuild(place: string, options: string): StoredBuild | undefined {
  try {
    const bytes = readFileSync(place);
    const content = bytes.subarray(checksumWidth + 1);
    if (checksum(content) !== bytes.toString("latin1", 0, checksumWidth)) {
      return undefined;
    }
    const [first = "", ...texts] = content.toString().split("\n");
    const header = JSON.parse(first) as Header;
    if (header.options !== options) {
      return undefined;
    }
    const units = Object.entries(header.units).map(([id, files]) => [id, new Map(Object.entries(files))] as const);
    return {
      record: { texts: new Map(header.ids.map((id, index) => [id, texts[index] ?? ""])), results: header.results },
      units: new Map(units),
    };
  } catch {
    return undefined;
  }
}

function writeBuild(place: string, options: string, { record, units }: StoredBuild): void {
  const header: Header = {
    options,
    units: Object.fromEntries([...units].map(([id, files]) => [id, Object.fromEntries(files)])),
    results: record.results,
    ids: [...record.texts.keys()],
  };
  const bytes = Buffer.from([" ".repeat(checksumWidth), JSON.stringify(header), ...record.texts.values()].join("\n"));
  bytes.write(checksum(bytes.subarray(checksumWidth + 1)), "latin1");
  writeCache(place, bytes);
}

const checksumWidth = 10;

function checksum(content: Buffer): string {
  return String(crc32(content)).padStart(checksumWidth);
}
