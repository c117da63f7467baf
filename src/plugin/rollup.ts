import { thrownError, type BundlerError } from "./failure.js";
import { watchable } from "../project/inputs.js";
import { MissedChanges } from "./missed-changes.js";
import { createRuns, type PluginOptions, type Run, coalesceRuns } from "./run.js";

/** The parts of the build context of Rollup's hooks that are used here. */
export interface BuildContext {
  readonly meta: { readonly watchMode: boolean };
  addWatchFile(path: string): void;
  warn(message: string): void;
  error(error: BundlerError): never;
}

/** A resolved module in Rollup's format. */
export interface ResolvedModule {
  id: string;
  /** False, because nothing in a generated package runs on import. */
  moduleSideEffects: false;
}

/** The parts of a Rollup plug-in that are used here. */
export interface RollupPlugin {
  name: string;
  buildStart(this: BuildContext): Promise<void>;
  resolveId(source: string): ResolvedModule | null;
  buildEnd(this: BuildContext): void;
  writeBundle(this: BuildContext): void;
  closeWatcher(): void;
}

/**
 * Returns a plug-in for Rollup that generates the package before each build, and in watch mode also after each change
 * of the specification or the configuration. If these contain errors, the build fails, and the locations of the errors
 * are shown.
 */
export function rollup(options: PluginOptions = {}): RollupPlugin {
  const root = process.cwd();
  const generate = createRuns(options);
  const run = coalesceRuns(() => generate(root));
  const missed = new MissedChanges({ isClosedBySignals: true });
  let latest: Run | undefined;
  return {
    name: "ashlar",
    async buildStart() {
      latest = await run();
      reportRun(this, latest, root, missed);
    },
    resolveId: (source) => resolveModule(latest?.entries, source),
    buildEnd() {
      checkMissedChanges(this, latest, missed);
    },
    writeBundle() {
      checkMissedChanges(this, latest, missed);
    },
    closeWatcher: () => missed.end(),
  };
}

/** Registers the files to watch, and reports errors. Throws if the package is not up to date. */
export function reportRun(context: BuildContext, run: Run, root: string, missed: MissedChanges): void {
  const { inputs, failure, warnings } = run;
  const signals = context.meta.watchMode ? [missed.signal] : [];
  for (const path of [...watchable(inputs, root), ...signals]) {
    context.addWatchFile(path);
  }
  for (const warning of warnings) {
    context.warn(warning);
  }
  if (failure !== undefined) {
    context.error(thrownError(failure));
  }
}

/** Checks for files that were saved during a build, in watch mode only. */
export function checkMissedChanges({ meta }: BuildContext, latest: Run | undefined, missed: MissedChanges): void {
  if (meta.watchMode && latest !== undefined) {
    void missed.since(latest);
  }
}

/** Resolves to the generated folder itself, even if a package manager has made a copy of it. */
export function resolveModule(entries: Run["entries"] | undefined, source: string): ResolvedModule | null {
  const id = entries?.get(source);
  return id === undefined ? null : { id, moduleSideEffects: false };
}
