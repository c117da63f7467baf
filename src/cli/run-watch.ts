import { watch, type FSWatcher } from "chokidar";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { SourceFile } from "../source/source.js";
import { readConfiguredSpecs, type Configured } from "./config-of.js";
import { exitCode } from "./exit-code.js";
import { UsageError } from "./failure.js";
import { Generator, type Generation } from "./generator.js";
import { inputsOf, isInput, mayMatter, placesOf, type Inputs } from "./inputs.js";
import { outputFolder } from "./package-options.js";
import { printDiagnostics } from "./print-diagnostics.js";
import { generationOf, type GenerateArguments } from "./run-generate.js";
import { shown } from "./shown.js";

/** How long to wait for more changes, such as those of a `git checkout`, in milliseconds. */
const pause = 5;

/** Of two changes of a file in so few milliseconds, chokidar may tell of the first one alone. */
const blindTime = 150;

/** Generates, and again after each change of the configuration and the specifications, until it is interrupted. */
export async function runWatch(args: GenerateArguments): Promise<number> {
  if (args.specs?.includes("-") === true) {
    throw new UsageError("Standard input, '-', cannot be watched.");
  }
  await new Watch(args, await generationOf(args)).untilInterrupted();
  return exitCode.done;
}

class Watch {
  readonly #args: GenerateArguments;
  readonly #generator = new Generator();
  readonly #watcher: FSWatcher;
  readonly #interrupt = new AbortController();
  #configured: Configured;
  #inputs: Inputs = { files: [], folders: [] };
  /** The texts that the last run has read, by path. */
  #read: ReadonlyMap<string, string> = new Map();
  /** The files that have changed since the last run began. */
  #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #lookBack: NodeJS.Timeout | undefined;
  #running = Promise.resolve();

  constructor(args: GenerateArguments, configured: Configured) {
    this.#args = args;
    this.#configured = configured;
    this.#watcher = watch([], { ignoreInitial: true, ignored: (path) => !mayMatter(this.#inputs, path) });
  }

  async untilInterrupted(): Promise<void> {
    const interrupted = new Promise<void>((done) => process.once("SIGINT", done).once("SIGTERM", done));
    this.#watcher.on("all", (event, path) => {
      if (!event.endsWith("Dir")) {
        this.#note(resolve(path));
      }
    });
    // Watching begins first, so that no change is lost while the first run goes on.
    await this.#watchInputs();
    this.#start(() => this.#generate());
    await this.#running;
    process.stdout.write("Watching for changes. Press Ctrl-C to stop.\n");
    await interrupted;
    clearTimeout(this.#timer);
    clearTimeout(this.#lookBack);
    this.#interrupt.abort();
    await this.#running;
    await this.#watcher.close();
  }

  #note(path: string): void {
    if (path === this.#configured.file || isInput(this.#inputs, path)) {
      this.#changed.add(path);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#start(() => this.#generateAgain()), pause);
    }
  }

  /** Runs the task when no other one is running. */
  #start(task: () => Promise<void>): void {
    this.#running = this.#running.then(task);
  }

  async #generateAgain(): Promise<void> {
    const changed = this.#changed;
    if (changed.size === 0 || this.#interrupt.signal.aborted) {
      return; // the run before has taken these changes in
    }
    this.#changed = new Set();
    clearTimeout(this.#lookBack);
    process.stdout.write(`${listed([...changed].map(shown))} changed: `);
    if (this.#configured.file !== undefined && changed.has(this.#configured.file)) {
      await this.#telling(async () => {
        this.#configured = await generationOf(this.#args);
        await this.#watchInputs();
        await this.#generate();
      });
    } else {
      await this.#generate();
    }
  }

  async #watchInputs(): Promise<void> {
    this.#inputs = await inputsOf(this.#configured);
    this.#watcher.add(placesOf(this.#inputs));
  }

  async #generate(): Promise<void> {
    await this.#telling(async () => {
      const begin = performance.now();
      const { config, directory } = this.#configured;
      this.#read = textsOf([], this.#configured);
      const specs = await readConfiguredSpecs(config, directory);
      this.#read = textsOf(specs, this.#configured);
      const generation = await this.#generator.write(config, directory, specs, this.#interrupt.signal);
      tell(generation, specs, shown(outputFolder(config, directory)), performance.now() - begin);
    });
    this.#lookBack = setTimeout(() => this.#start(() => this.#noteMissed()), blindTime);
  }

  /** Notes the changes that nobody has told of. */
  async #noteMissed(): Promise<void> {
    const { config, directory } = this.#configured;
    const specs = await readConfiguredSpecs(config, directory).catch(() => []);
    const now = textsOf(specs, this.#configured);
    for (const path of new Set([...now.keys(), ...this.#read.keys()])) {
      if (now.get(path) !== this.#read.get(path)) {
        this.#note(path);
      }
    }
  }

  /** What is wrong is told, and the watch goes on: the next change may put it right. */
  async #telling(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (thrown) {
      if (this.#interrupt.signal.aborted) {
        return;
      }
      if (!(thrown instanceof UsageError)) {
        throw thrown;
      }
      process.stdout.write("nothing is generated.\n");
      process.stderr.write(`error: ${thrown.message}\n`);
    }
  }
}

/** The texts of the specifications and the configuration, by absolute paths. */
function textsOf(specs: readonly SourceFile[], { file }: Configured): ReadonlyMap<string, string> {
  const texts = new Map(specs.map(({ path, text }) => [resolve(path), text]));
  return file === undefined ? texts : texts.set(file, textOf(file));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function tell(generation: Generation, specs: readonly SourceFile[], folder: string, duration: number): void {
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
        : `wrote ${folder} ${time}: ${listed(sources)}.\n`,
    );
  }
}

function listed(paths: readonly string[]): string {
  const [most, others] = [paths.slice(0, 3), paths.length - 3];
  return others > 0 ? `${most.join(", ")} and ${others} more` : most.join(", ");
}
