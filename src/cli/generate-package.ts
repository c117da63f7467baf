import { PackageBuilder } from "../build/package.js";
import type { PrintedFile } from "../build/printed-file.js";
import { compilationOf, type Compilation } from "../compile.js";
import { Compiler } from "../compiler.js";
import type { Config } from "../config.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { dropDanglingAliases } from "../filters/whitelist/dangling-aliases.js";
import type { Api } from "../ir/api.js";
import type { SourceFile } from "../source/source.js";
import { bindingOf } from "../emit/binding-options.js";
import { contextOf } from "../emit/context.js";
import type { PackageOptions } from "../emit/emitter.js";
import { clashingSubpath } from "../emit/package-json.js";
import { routesWithOnePath } from "../emit/route-path.js";
import { filtered } from "./compile-input.js";
import { blamingEmitters } from "./explain-emitter.js";
import { UsageError } from "./failure.js";
import { packageOptions } from "./package-options.js";
import { readRuntime } from "./runtime.js";

export interface GeneratedPackage {
  /** What is wrong with the specification; with errors there are no files. */
  readonly diagnostics: readonly Diagnostic[];
  /** Paths below the folder of the package, with `/`. */
  readonly files: readonly PrintedFile[] | undefined;
}

/** The package that a configuration describes, from the texts of its specifications. Nothing is written. */
export function generatePackage(
  config: Config,
  directory: string,
  specs: readonly SourceFile[],
): Promise<GeneratedPackage> {
  return new PackageGenerator().generate(config, directory, specs);
}

/** Generates packages again and again, and does only what a change makes necessary. */
export class PackageGenerator {
  readonly #compiler = new Compiler();
  readonly #builder = new PackageBuilder();
  readonly #runtimes = new Map<Config["modules"], readonly PrintedFile[]>();

  /** What {@link generatePackage} gives. */
  async generate(config: Config, directory: string, specs: readonly SourceFile[]): Promise<GeneratedPackage> {
    const { api, diagnostics } = apiForPackage(config, compilationOf(this.#compiler.compile(specs), specs));
    if (api === undefined) {
      return { diagnostics, files: undefined };
    }
    const options = packageOptions(config, directory);
    checkSubpaths(api, options);
    const runtime = await this.#readRuntime(config.modules);
    const files = await blamingEmitters(() =>
      this.#builder.build(api, { ...options, emitters: config.emitters ?? [], runtime }),
    );
    return { diagnostics: [], files };
  }

  async #readRuntime(modules: Config["modules"]): Promise<readonly PrintedFile[]> {
    const runtime = this.#runtimes.get(modules) ?? (await readRuntime(modules));
    this.#runtimes.set(modules, runtime);
    return runtime;
  }
}

/** The API that a package is generated from, or the errors that stand in the way. */
export function apiForPackage(
  config: Config,
  { api, diagnostics }: Compilation,
): { readonly api: Api | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const errors = diagnostics.flatMap(asGenerationError);
  if (api === undefined || errors.length > 0) {
    return { api: undefined, diagnostics: errors };
  }
  const left = filtered(api, config.filters ?? {});
  const wanted = left === api ? api : dropDanglingAliases(left);
  const clash = routesWithOnePath(wanted, bindingOf(config.binding ?? {}));
  if (clash !== undefined) {
    throw new UsageError(`The routes ${clash.join(" and ")} would have one path: change 'path' or 'versionSuffix'.`);
  }
  return { api: wanted, diagnostics: [] };
}

/** Subpaths that the configuration adds may not be those of the package. */
function checkSubpaths(api: Api, options: PackageOptions): void {
  const clash = options.fields?.exports !== undefined ? clashingSubpath(contextOf(api, options)) : undefined;
  if (clash !== undefined) {
    throw new UsageError(`'package.exports' has the subpath ${clash}, which Ashlar writes: choose another one.`);
  }
}

/** Of what `check` reports, generating has to do with errors, and with what only generated code stumbles over. */
function asGenerationError(diagnostic: Diagnostic): Diagnostic[] {
  if (diagnostic.severity === "error") {
    return [diagnostic];
  }
  return diagnostic.code === "pattern-not-portable" ? [{ ...diagnostic, severity: "error" }] : [];
}
