import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { SourceFile } from "../../text/source.js";
import { changesByHand } from "../../project/output/changes-by-hand.js";
import { importedFiles } from "../../project/load-config.js";
import { readInput, type Configured } from "../../project/load-configured.js";
import { onEndSignal } from "../../project/end-signals.js";
import { exitCode } from "../report/process.js";
import type { KnownFiles } from "../../project/specs.js";
import { mistakeReport, UsageError } from "../../project/failure.js";
import { FolderWatch } from "../../project/watch.js";
import { writePackage, type Generation, type Session } from "../../project/generate/write-package.js";
import { findInputs, isInput, listWatchedPaths, stampInputs, withTargets, type Inputs } from "../../project/inputs.js";
import { isFolder, displayPath } from "../../project/paths.js";
import { outputFolder } from "../../project/configured-package.js";
import { printOtherErrors } from "../report/other-errors.js";
import { printDiagnostics } from "../report/print-diagnostics.js";
import { loadGeneration, type GenerateArguments } from "./load.js";
import { withoutQuieted } from "../options.js";

/** How long to wait for more changes, such as those of a `git checkout`, in milliseconds. A save should not wait long. */
const pause = 5;

/** How long a file may be incomplete while it is being saved, in milliseconds. */
const savingTime = 50;

/**
 * Generates the package, and regenerates it after each change of the configuration and the specifications, until the
 * process is interrupted.
 */
export async function runWatch(args: GenerateArguments): Promise<number> {
  if (args.specs?.includes("-") === true) {
    throw new UsageError("Standard input, '-', cannot be watched.");
  }
  await new Watch(args, await loadGeneration(args)).untilInterrupted();
  return exitCode.done;
}

/** The input of a run. */
interface Reading {
  /** The specifications. If they cannot be read, those of the last successful read. */
  readonly specs: readonly SourceFile[];
  /** The reason why the specifications cannot be read; undefined if they can. */
  readonly problem: UsageError | undefined;
}

/**
 * Watches the inputs. An event only triggers a check of whether the files have changed. For that reason, nothing is
 * done twice, and it does not matter which changes the operating system reports, as long as it reports the last one.
 */
class Watch {
  readonly #args: GenerateArguments;
  readonly #session: Session = {};
  readonly #folders = new FolderWatch(process.cwd(), (path) => this.#onFileEvent(path));
  readonly #interrupt = new AbortController();
  /** The files of the specifications at the last read. */
  readonly #known: KnownFiles = new Map();
  #configured: Configured;
  #inputs: Inputs = { files: [], folders: [] };
  /** The inputs of the last run; undefined if the run failed and must be repeated. */
  #last: Reading | undefined;
  /** The files of the configuration at the last read. */
  #lastConfig: ReadonlyMap<string, string> = new Map();
  /** Whether the set of inputs may have changed. */
  #mayHaveNewInputs = false;
  #timer: NodeJS.Timeout | undefined;
  #running = Promise.resolve();

  constructor(args: GenerateArguments, configured: Configured) {
    this.#args = args;
    this.#configured = configured;
  }

  async untilInterrupted(): Promise<void> {
    const { signal } = this.#interrupt;
    const interrupted = new Promise<void>((done) => signal.addEventListener("abort", () => done()));
    const stop = (): void => this.#interrupt.abort();
    onEndSignal(stop);
    this.#start(async () => {
      // Watching starts first, so that no change during the first run is lost.
      await this.#watchInputs();
      this.#lastConfig = await this.#readConfig();
      await this.#generate(await this.#read());
    });
    await this.#running;
    if (!signal.aborted) {
      process.stdout.write("Watching for changes. Press Ctrl-C to stop.\n");
      await interrupted;
    }
    await this.#running;
    clearTimeout(this.#timer);
    this.#folders.close();
  }

  #onFileEvent(path: string): void {
    const isStructure = this.#folders.has(path) || isFolder(path);
    if (isStructure || isInput(this.#inputs, path)) {
      this.#mayHaveNewInputs ||= isStructure || !this.#inputs.files.includes(path); // a new file may be a link
      this.#scheduleCheck();
    }
  }

  #scheduleCheck(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#start(() => this.#checkInputs()), pause);
  }

  /**
   * Runs the task after the previous one. If it fails, reports the failure and keeps watching, because the user may fix
   * the cause.
   */
  #start(task: () => Promise<void>): void {
    this.#running = this.#running.then(task).catch((thrown: unknown) => {
      this.#last = undefined;
      if (!this.#interrupt.signal.aborted) {
        printFailure(thrown);
        process.stderr.write("Ashlar tries again when a specification is saved.\n");
      }
    });
  }

  /** Generates if the inputs differ from those of the last run. */
  async #checkInputs(): Promise<void> {
    if (this.#interrupt.signal.aborted) {
      return;
    }
    if (this.#mayHaveNewInputs) {
      await this.#watchInputs();
    }
    const config = await this.#readConfig();
    const changedConfig = this.#configured.files.filter((file) => config.get(file) !== this.#lastConfig.get(file));
    if (changedConfig.length > 0) {
      await this.#configure(changedConfig);
      this.#lastConfig = new Map([...(await this.#readConfig()), ...config]); // new files may have been created in the meantime
    }
    const reading = await this.#readSettled();
    const changed = this.#last && changesBetween(this.#last, reading);
    if (changed?.length === 0 && this.#last?.problem?.message === reading.problem?.message) {
      return;
    }
    const hasChanged = changed !== undefined && changed.length > 0;
    await this.#generate(reading, hasChanged ? `${listPaths(changed.map(displayPath))} changed: ` : "");
    this.#scheduleCheck(); // the system's event queue may have overflowed during the run
  }

  /** Reloads the configuration. If it is invalid, reports that and continues with the previous one. */
  async #configure(changed: readonly string[]): Promise<void> {
    process.stdout.write(`${listPaths(changed.map(displayPath))} changed: `);
    try {
      this.#configured = await loadGeneration(this.#args);
      this.#last = undefined;
      await this.#watchInputs();
    } catch (thrown) {
      printFailure(thrown);
      const { files } = this.#configured;
      const imported = files.flatMap(importedFiles); // the problem may be in a newly imported file
      this.#configured = { ...this.#configured, files: [...new Set([...files, ...imported])] };
      await this.#watchInputs();
    }
  }

  /**
   * Updates the watched folders. Repeats that if there were new folders, because more may have been created before
   * these were watched.
   */
  async #watchInputs(): Promise<void> {
    this.#mayHaveNewInputs = false;
    do {
      this.#inputs = await withTargets(await findInputs(this.#configured));
    } while (this.#folders.watch(await listWatchedPaths(this.#inputs)));
  }

  /** Returns the state of each configuration file, which changes when the file is saved. */
  async #readConfig(): Promise<Map<string, string>> {
    const states = this.#configured.files.map(async (file) => {
      const stamp = await stampInputs({ files: [file], folders: [] });
      return [file, stamp + (await readFile(file, "utf8").catch(() => ""))] as const;
    });
    return new Map(await Promise.all(states));
  }

  /**
   * Reads the current inputs. If a file has just become empty, it is probably being saved, so that the inputs are read
   * again after a short time.
   */
  async #readSettled(): Promise<Reading> {
    const reading = await this.#read();
    const wasEmpty = new Set(this.#last?.specs.filter(({ text }) => text === "").map(({ path }) => path));
    if (reading.specs.every(({ path, text }) => text !== "" || wasEmpty.has(path))) {
      return reading;
    }
    await wait(savingTime);
    return this.#read();
  }

  async #read(): Promise<Reading> {
    try {
      const { specs } = await readInput(this.#configured, this.#known);
      return { specs, problem: undefined };
    } catch (thrown) {
      if (!(thrown instanceof UsageError)) {
        throw thrown;
      }
      return { specs: this.#last?.specs ?? [], problem: thrown };
    }
  }

  async #generate(reading: Reading, announcement = ""): Promise<void> {
    const begin = performance.now();
    this.#last = reading;
    const { specs, problem } = reading;
    const { config, directory } = this.#configured;
    const input = { config, directory, specs };
    const generation =
      problem === undefined ? await writePackage(input, this.#interrupt.signal, this.#session) : undefined;
    const duration = performance.now() - begin;
    if (generation?.kind !== "written" && (await this.#isBeingSaved(reading))) {
      this.#scheduleCheck();
      return;
    }
    process.stdout.write(announcement);
    if (generation === undefined) {
      printFailure(problem);
    } else {
      const shownGeneration = { ...generation, diagnostics: withoutQuieted(generation.diagnostics, this.#args) };
      printGeneration(shownGeneration, specs, displayPath(outputFolder(config, directory)), duration);
    }
  }

  /** Whether the inputs change within a short time. This avoids reporting errors in a file that is still being saved. */
  async #isBeingSaved(reading: Reading): Promise<boolean> {
    await wait(savingTime);
    const now = await this.#read();
    return changesBetween(reading, now).length > 0 || reading.problem?.message !== now.problem?.message;
  }
}

/** Returns the absolute paths of the specifications that differ between two readings. */
function changesBetween(before: Reading, now: Reading): string[] {
  const texts = new Map(before.specs.map(({ path, text }) => [path, text]));
  const changed = now.specs.filter(({ path, text }) => texts.get(path) !== text);
  now.specs.forEach(({ path }) => texts.delete(path));
  return [...changed.map(({ path }) => path), ...texts.keys()].map((path) => resolve(path));
}

function printFailure(thrown: unknown): void {
  process.stdout.write("nothing is generated.\n");
  printOtherErrors(thrown);
  process.stderr.write(thrown instanceof UsageError ? `error: ${thrown.message}\n` : mistakeReport(thrown));
}

function printGeneration(generation: Generation, specs: readonly SourceFile[], folder: string, duration: number): void {
  const time = `(${Math.round(duration)} ms)`;
  if (generation.kind === "wrong") {
    process.stdout.write(`nothing is generated ${time}.\n`);
    printDiagnostics(generation.diagnostics, specs, "pretty");
  } else if (generation.kind === "written") {
    const { changed, removed } = generation.written;
    const sources = [...changed, ...removed].filter((path) => !path.startsWith("dist/"));
    process.stdout.write(
      changed.length + removed.length === 0
        ? `${folder} is up to date ${time}.\n`
        : `wrote ${folder} ${time}: ${listPaths(sources)}.\n`,
    );
    changesByHand(generation.folder, generation.written).forEach((text) => process.stderr.write(`${text}\n`));
    if (generation.diagnostics.length > 0) {
      printDiagnostics(generation.diagnostics, specs, "pretty");
    }
  }
}

function listPaths(paths: readonly string[]): string {
  const [most, others] = [paths.slice(0, 3), paths.length - 3];
  return others > 0 ? `${most.join(", ")} and ${others} more` : most.join(", ");
}
