import { isWantedRuntime } from "../emit/package/subpaths.js";
import type { Emitter } from "../emit/emitter.js";
import { ChangingContext } from "../facts/changing-context.js";
import type { PackageOptions } from "../facts/package-options.js";
import type { EmittedFile } from "../code/module.js";
import type { Api } from "../../ir/api.js";
import { EmitterError } from "./emitter-error.js";
import { PackageTexts } from "./package-texts.js";
import type { Runs } from "../../compiler/queries/create-queries.js";
import { emitPackage } from "../emit/package/package.js";
import { Placement } from "./placement.js";
import { printGenerally, printedFiles, printDirectly, type PrintedUnit } from "./print-emitted.js";
import type { PrintedFile } from "../code/printed-file.js";
import { runEmitter } from "./run-emitter.js";

export interface BuildOptions extends PackageOptions {
  /** The files of the runtime, which are copied unchanged: its modules, and the files built from them. */
  readonly runtime: readonly PrintedFile[];
  /** The user's emitters, whose files are added to those of Ashlar. */
  readonly emitters: readonly Emitter[];
}

/**
 * Returns all files of the package for an API, sorted by path: sources, JavaScript, declarations, `package.json`, README.
 * With `output: "source"`, the result contains only the sources.
 */
export async function buildPackage(api: Api, options: BuildOptions): Promise<PrintedFile[]> {
  return new PackageBuilder("once").build(api, options);
}

/** Builds packages repeatedly. Only what a change affects is emitted and printed again. */
export class PackageBuilder {
  readonly #runs: Runs;
  readonly #context = new ChangingContext();
  #texts: PackageTexts | undefined;
  #last: ReadonlyMap<string, PrintedFile> = new Map();
  readonly #placement = new Placement();
  /** The files of units, most of which had to be printed by {@link printGenerally}. */
  readonly #printed = new WeakMap<PrintedUnit, Promise<readonly PrintedFile[]>>();

  /** A builder that runs only "once" does not record what its results depend on. */
  constructor(runs: Runs = "repeatedly") {
    this.#runs = runs;
  }

  /** Returns the same files as {@link buildPackage}. Unchanged files are the same objects as in the previous build. */
  async build(api: Api, options: BuildOptions): Promise<PrintedFile[]> {
    const { runtime, emitters, ...packageOptions } = options;
    const own = [
      ...(await this.#print(this.#units(withoutEmptyNamespaces(api), packageOptions))),
      ...runtime.filter(({ path }) => isWantedRuntime(path, options)),
    ];
    const others: PrintedFile[] = [];
    for (const emitter of emitters) {
      others.push(...(await printForeign(emitter, runEmitter(emitter, api, options))));
    }
    const files = (await this.#placement.of(own, others, options)).map((file) => {
      const known = this.#last.get(file.path);
      return known?.text === file.text ? known : file;
    });
    this.#last = new Map(files.map((file) => [file.path, file]));
    return files.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  #units(api: Api, options: PackageOptions): readonly PrintedUnit[] {
    if (this.#runs === "once") {
      return emitPackage(api, options).map(printDirectly);
    }
    const context = this.#context.update(api, options);
    if (this.#texts?.context !== context) {
      this.#texts = new PackageTexts(context);
    }
    return this.#texts.list();
  }

  async #print(units: readonly PrintedUnit[]): Promise<PrintedFile[]> {
    const files: PrintedFile[] = [];
    for (const unit of units) {
      files.push(...(unit.kind === "printed" ? unit.files : await this.#complete(unit)));
    }
    return files;
  }

  #complete(unit: PrintedUnit): Promise<readonly PrintedFile[]> {
    const known = this.#printed.get(unit) ?? printedFiles(unit);
    this.#printed.set(unit, known);
    return known;
  }
}

/** Prints the files of a user's emitter. Throws an {@link EmitterError} that names the first file that cannot be printed. */
async function printForeign(emitter: Emitter, files: readonly EmittedFile[]): Promise<PrintedFile[]> {
  const all: PrintedFile[] = [];
  for (const file of files) {
    try {
      all.push(...(await printGenerally(file)));
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      throw new EmitterError(
        emitter,
        `returned the file ${file.path}, which cannot be formatted or compiled: ${reason}`,
      );
    }
  }
  return all;
}

/** Removes namespaces that have neither types nor routes, such as those that contain only annotations. */
function withoutEmptyNamespaces(api: Api): Api {
  const namespaces = api.namespaces.filter(({ aliases, types, routes }) => [aliases, types, routes].flat().length > 0);
  return { ...api, namespaces };
}
