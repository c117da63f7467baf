import { thrownError } from "./bundler-error.js";
import type { DevelopmentServer } from "./development-server.js";
import { liveGeneration } from "./live-generation.js";
import { MissedChanges } from "./missed-changes.js";
import type { PluginOptions } from "./options.js";
import { look, resolved, tell, type BuildContext, type RollupPlugin } from "./rollup.js";
import { createRuns, type Run } from "./run.js";
import { coalesceRuns } from "../project/coalesce-runs.js";

/** What Vite's hooks may do besides. */
interface ResolveContext extends BuildContext {
  resolve(source: string, importer: string | undefined, options: { skipSelf: true }): Promise<{ id: string } | null>;
}

/** The parts of Vite's resolved configuration that are used here. */
interface ResolvedConfig {
  readonly root: string;
}

/** A plug-in of Vite, as far as it is used here. */
export interface VitePlugin extends Omit<RollupPlugin, "resolveId"> {
  enforce: "pre";
  configResolved(config: ResolvedConfig): void;
  configureServer(server: DevelopmentServer): void;
  resolveId(this: ResolveContext, source: string, importer: string | undefined): Promise<{ id: string } | null>;
  closeBundle(): Promise<void>;
}

/**
 * A plug-in for Vite: it generates the package before a build, when the development server starts, and whenever the
 * specification or the configuration changes. An error in them fails a build; the development server keeps running and shows
 * it over the page until it is fixed.
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
    enforce: "pre", // before Vite looks into node_modules
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
        tell(this, await run(), root, missed);
      }
    },
    async resolveId(source, importer) {
      const { entries, failure } = latest ?? { entries: new Map(), failure: undefined };
      // If there was never a package, the reason for that is more helpful than an unresolved import.
      if (failure !== undefined && entries.size === 0) {
        const found = await this.resolve(source, importer, { skipSelf: true });
        return found ?? this.error(thrownError(failure));
      }
      return resolved(entries, source);
    },
    buildEnd() {
      look(this, server === undefined ? latest : undefined, missed);
    },
    writeBundle() {
      look(this, latest, missed);
    },
    closeBundle: () => live.stop(),
    closeWatcher: () => missed.end(),
  };
}
