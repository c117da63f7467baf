import { createContext, type Context } from "../facts/context.js";
import { isWantedRuntime } from "../emit/package/subpaths.js";
import type { PackageOptions } from "../facts/package-options.js";
import type { Emitter } from "../emit/emitter.js";
import type { EmittedFile, EmittedModule } from "../code/module.js";
import { invalidatedNamespaces } from "../emit/package/invalidated-namespaces.js";
import { emitCommon, emitNamespace, type EmittedNamespace } from "../emit/package/package.js";
import type { Api } from "../ir/api.js";
import { printModule } from "../code/print/module.js";
import { StatementMemory } from "../code/print/statement-memory.js";
import { NotPrintable } from "../code/layout/not-printable.js";
import { CommonJsFiles } from "./common-js.js";
import { EmitterError } from "./emitter-error.js";
import type { PrintedFile } from "../code/printed-file.js";
import { runEmitter } from "./run-emitter.js";
import { SourceFiles } from "./source-files.js";

export interface BuildOptions extends PackageOptions {
  /** The runtime, which is copied as it is: its modules, and what is built from them. */
  readonly runtime: readonly PrintedFile[];
  /** Further emitters, whose files come beside those of Ashlar. */
  readonly emitters: readonly Emitter[];
}

/**
 * All files of the package for an API, sorted by path: sources, JavaScript, declarations, `package.json`, README. With
 * `output: "source"`, only the sources.
 */
export async function buildPackage(api: Api, options: BuildOptions): Promise<PrintedFile[]> {
  return new PackageBuilder().build(api, options);
}

/** Builds packages again and again. Namespaces that a change does not reach are not emitted and printed anew. */
export class PackageBuilder {
  #last: Build | undefined;
  #sources: SourceFiles | undefined;
  readonly #commonJs = new CommonJsFiles();
  /** What was printed of modules that have changed, by path. */
  readonly #memories = new Map<string, StatementMemory>();

  /** What {@link buildPackage} gives. A file that is as before is the same object as before. */
  async build(api: Api, options: BuildOptions): Promise<PrintedFile[]> {
    const last = this.#last;
    const context = createContext(api, options);
    const isFresh = freshness(last, context);
    const namespaces = new Map<string, PrintedNamespace>();
    for (const namespace of api.namespaces) {
      const known = isFresh(namespace.name) ? last?.namespaces.get(namespace.name) : undefined;
      namespaces.set(namespace.name, known ?? (await this.#printed(emitNamespace(namespace, context))));
    }
    const own = [
      ...[...namespaces.values()].flatMap(({ modules }) => modules),
      ...(await printFiles(
        emitCommon(
          context,
          [...namespaces.values()].flatMap(({ readme }) => readme),
        ),
      )),
      ...options.runtime.filter(({ path }) => isWantedRuntime(path, options)),
    ];
    const others: PrintedFile[] = [];
    for (const emitter of options.emitters) {
      others.push(...(await printForeign(emitter, runEmitter(emitter, api, options))));
    }
    const files = (await this.#placed(own, others, options)).map((file) => {
      const known = last?.files.get(file.path);
      return known?.text === file.text ? known : file;
    });
    this.#last = { context, namespaces, files: new Map(files.map((file) => [file.path, file])) };
    return files.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** The files where the package has them, with CommonJS if that is wanted; or where they are among the user's sources. */
  async #placed(
    own: readonly PrintedFile[],
    others: readonly PrintedFile[],
    options: BuildOptions,
  ): Promise<PrintedFile[]> {
    if (options.output !== "source") {
      const files = [...own, ...others];
      return options.modules === "dual" ? [...files, ...(await this.#commonJs.of(files))] : files;
    }
    const extension = options.importExtension ?? ".js";
    if (this.#sources?.extension !== extension) {
      this.#sources = new SourceFiles(extension);
    }
    const besides = others.filter(({ path }) => !/^(?:src|dist)\//.test(path));
    return [...this.#sources.of([...own, ...others]), ...besides];
  }

  async #printed({ modules, readme }: EmittedNamespace): Promise<PrintedNamespace> {
    // Who builds only once remembers nothing: it would only have to be kept alive.
    const memoryFor = (path: string): StatementMemory | undefined =>
      this.#last === undefined ? undefined : this.#memoryFor(path);
    return { modules: await printFiles(modules, memoryFor), readme };
  }

  #memoryFor(path: string): StatementMemory {
    const known = this.#memories.get(path) ?? new StatementMemory();
    this.#memories.set(path, known);
    return known;
  }
}

interface Build {
  readonly context: Context;
  readonly namespaces: ReadonlyMap<string, PrintedNamespace>;
  readonly files: ReadonlyMap<string, PrintedFile>;
}

interface PrintedNamespace {
  readonly modules: readonly PrintedFile[];
  readonly readme: readonly string[];
}

/** Tells of a namespace whether what was printed of it is right after a change. */
function freshness(last: Build | undefined, context: Context): (namespace: string) => boolean {
  if (last === undefined || settings(last.context) !== settings(context)) {
    return () => false;
  }
  const stale = invalidatedNamespaces(last.context, context);
  return (namespace) => !stale.has(namespace);
}

/** All that namespaces depend on besides the API. */
function settings({ options: { name, binding, modules } }: Context): string {
  return JSON.stringify([name, binding, modules]);
}

/** The forms of our own files. What the printer for them leaves is printed the general way. */
export async function printFiles(
  files: readonly EmittedFile[],
  memoryFor: (path: string) => StatementMemory | undefined = () => undefined,
): Promise<PrintedFile[]> {
  const all: PrintedFile[] = [];
  for (const file of files) {
    all.push(...(printedDirectly(file, memoryFor(file.path)) ?? (await printedGenerally([file]))));
  }
  return all;
}

function printedDirectly(file: EmittedFile, memory: StatementMemory | undefined): PrintedFile[] | undefined {
  if (file.kind === "text") {
    return [{ path: file.path, text: file.text }]; // our own emitters give such files formatted
  }
  try {
    return printForms(file, memory);
  } catch (error) {
    if (error instanceof NotPrintable) {
      return undefined;
    }
    throw error;
  }
}

function printForms(module: EmittedModule, memory: StatementMemory | undefined): PrintedFile[] {
  const { source, script, declarations } = printModule(module, memory);
  const stem = module.path.replace(/^src\//, "dist/").replace(/\.ts$/, "");
  return [
    { path: module.path, text: source },
    { path: `${stem}.js`, text: script },
    { path: `${stem}.d.ts`, text: declarations },
  ];
}

/** The files of a user's emitter. Throws an {@link EmitterError} that names the one that cannot be printed. */
async function printForeign(emitter: Emitter, files: readonly EmittedFile[]): Promise<PrintedFile[]> {
  const all: PrintedFile[] = [];
  for (const file of files) {
    try {
      all.push(...(await printedGenerally([file])));
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

/** Files that may hold any code, such as those of users' emitters; modules outside of `src` are not transpiled. */
async function printedGenerally(files: readonly EmittedFile[]): Promise<PrintedFile[]> {
  if (files.length === 0) {
    return [];
  }
  const { print } = await import("./print.js");
  const texts = await print(files);
  const modules = texts.filter(({ path }) => path.startsWith("src/") && path.endsWith(".ts"));
  return [...texts, ...(await transpiled(modules))];
}

async function transpiled(modules: readonly PrintedFile[]): Promise<PrintedFile[]> {
  if (modules.length === 0) {
    return [];
  }
  const { transpile } = await import("./transpile.js");
  return (await Promise.all(modules.map(transpile))).flat();
}
