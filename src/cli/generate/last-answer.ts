import { readFileSync } from "node:fs";
import { cacheFile, writeCache } from "../../project/generate/cache-file.js";
import { isSameStamp, isSettled, readStamp, type Stamp } from "../../project/output/stamp.js";
import { buildId } from "../../project/build-id.js";
import { findConfig } from "../../project/find-config.js";
import { findSpecs } from "../../project/find-specs.js";
import { endOnClosedPipe, usesColor } from "../report/process.js";

/*
 * Build tools run `ashlar generate` before each of their own runs, and mostly nothing has changed. Then the process takes
 * 1.2 times as long as an empty one if it compares the sizes and times of files before it loads anything else, and
 * 1.7 times if it also reads the configuration and the specifications to compare their content.
 */

/** What a run has printed that had nothing to do, and everything on which that depends. */
interface Answer {
  readonly build: string;
  readonly config: string;
  /** Files, folders and globs, relative to the working directory. */
  readonly specs: readonly string[];
  /** The specifications that these have matched. */
  readonly specFiles: readonly string[];
  readonly stamps: Readonly<Record<string, Stamp>>;
  readonly terminal: Terminal;
  readonly stdout: string;
  /** Warnings. */
  readonly stderr: string;
}

/** What determines how warnings are printed. */
type Terminal = readonly [isTerminal: boolean, usesColor: boolean];

/** An answer to keep, with the paths of the files on which it depends. */
export interface NewAnswer extends Pick<Answer, "specs" | "specFiles" | "stdout" | "stderr"> {
  readonly configFiles: readonly string[];
  /** The package: its folder and its files. */
  readonly outputs: readonly string[];
}

/** The last answer to `ashlar generate` in the working directory, without arguments. */
export class LastAnswer {
  /** Files that change after this time may have changed after this run read them. */
  readonly #begin = Date.now();
  readonly #place: string | undefined;

  constructor(directory: string) {
    this.#place = cacheFile(directory, `${encodeURIComponent(directory).slice(-150)}.answer`);
  }

  /** Prints the last answer, if it is still right. Returns whether it is. */
  async repeat(): Promise<boolean> {
    const answer = await this.#read();
    if (answer === undefined) {
      return false;
    }
    if (answer.stderr !== "") {
      print(process.stderr, answer.stderr);
    }
    print(process.stdout, answer.stdout);
    return true;
  }

  /** Keeps an answer for the next run, if all files have been unchanged for long enough to tell by their times. */
  keep({ configFiles, outputs, ...answer }: NewAnswer): void {
    const build = buildId();
    const [config, ...imported] = configFiles;
    // A configuration that is code may read anything.
    const isReproducible = config?.endsWith(".json") === true && imported.length === 0 && !answer.specs.includes("-");
    if (this.#place === undefined || build === undefined || config === undefined || !isReproducible) {
      return;
    }
    const stamps: Record<string, Stamp> = {};
    for (const path of [config, ...answer.specFiles, ...outputs]) {
      const stamp = readStamp(path);
      if (stamp === undefined || !isSettled(stamp, this.#begin)) {
        return;
      }
      stamps[path] = stamp;
    }
    const kept: Answer = { build, config, ...answer, stamps, terminal: terminal() };
    writeCache(this.#place, JSON.stringify(kept));
  }

  /** The last answer; undefined if there is none, if it is invalid, or if anything has changed since. */
  async #read(): Promise<Answer | undefined> {
    if (this.#place === undefined) {
      return undefined;
    }
    try {
      const answer = JSON.parse(readFileSync(this.#place, "utf8")) as Answer;
      const { build, config, stamps, stdout, stderr } = answer;
      const isAnswer = typeof stdout === "string" && typeof stderr === "string";
      return isAnswer &&
        build === buildId() &&
        config === findConfig(process.cwd()) &&
        Object.entries(stamps).every(([path, stamp]) => isUnchanged(path, stamp)) &&
        (stderr === "" || isEqual(answer.terminal, terminal())) &&
        isEqual(answer.specFiles, await findSpecs(answer.specs, []))
        ? answer
        : undefined;
    } catch {
      return undefined;
    }
  }
}

function print(stream: NodeJS.WriteStream, text: string): void {
  endOnClosedPipe([stream]);
  stream.write(text);
}

function terminal(): Terminal {
  const stream: { readonly isTTY?: boolean } = process.stderr;
  return [stream.isTTY === true, usesColor(stream, process.env)];
}

function isUnchanged(path: string, recorded: Stamp): boolean {
  const stamp = readStamp(path);
  return stamp !== undefined && isSameStamp(stamp, recorded);
}

function isEqual<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
