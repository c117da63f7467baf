import { thrownError } from "./failure.js";
import { liveGeneration, type DevelopmentServer } from "./live-generation.js";
import { MissedChanges } from "./missed-changes.js";
import { createRuns, type PluginOptions, type Run, coalesceRuns } from "./run.js";
import { checkMissedChanges, reportRun, resolveModule, type BuildContext, type RollupPlugin } from "./rollup.js";

/** The parts of the context of Vite's hooks that are used here, in addition to Rollup's. */
interface ResolveContext extends BuildContext {
  resolve(source: string, importer: string | undefined, options: { skipSelf: true }): Promise<{ id: string } | null>;
}

/** The parts of Vite's resolved configuration that are used here. */
interface ResolvedConfig {
  readonly root: string;
}

/** The parts of a Vite plug-in that are used here. */
export interface VitePlugin extends Omit<RollupPlugin, "resolveId"> {
  enforce: "pre";
  configResolved(config: ResolvedConfig): void;
  configureServer(server: DevelopmentServer): void;
  resolveId(this: ResolveContext, source: string, importer: string | undefined): Promise<{ id: string } | null>;
  closeBundle(): Promise<void>;
}

/**
 * Returns a plug-in for Vite that generates the package before a build, when the development server starts, and
 * whenever the specification or the configuration changes. If these contain an error, a build fails; the development
 * server keeps running, and shows the error over the page until it is fixed.
 */
export function vite(options: PluginOptions = {}): VitePlugin {
  let root = process.cwd();
  let server: DevelopmentServer | undefined;
  let latest: Run | undefined;
  const generate = createRuns(options);
  const run = coalesceRuns(async () => (latest = await generate(root)));
  const live = liveGeneration(run);
  const missed = new MissedChanges({ isClosedBySignals: false });
  return {
    name: "ashlar",
    enforce: "pre", // before Vite searches node_modules
    configResolved(config) {
      ({ root } = config);
    },
    configureServer(started) {
      server = started;
    },
    async buildStart() {
      if (server !== undefined && server.config.server.watch !== null) {
        await live.start(server);
      } else {
        reportRun(this, await run(), root, missed);
      }
    },
    async resolveId(source, importer) {
      const { entries, failure } = latest ?? { entries: new Map(), failure: undefined };
      // If no package was ever generated, the reason for that is more helpful than an unresolved import.
      if (failure !== undefined && entries.size === 0) {
        const resolution = await this.resolve(source, importer, { skipSelf: true });
        return resolution ?? this.error(thrownError(failure));
      }
      return resolveModule(entries, source);
    },
    buildEnd() {
      checkMissedChanges(this, server === undefined ? latest : undefined, missed);
    },
    writeBundle() {
      checkMissedChanges(this, latest, missed);
    },
    closeBundle: () => live.stop(),
    closeWatcher: () => missed.end(),
  };
}
