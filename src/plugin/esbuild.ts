import { coalesceRuns, createRuns, type PluginOptions, type Run } from "./run.js";
import { listFolders } from "../project/inputs.js";
import type { Failure, Problem } from "./failure.js";
import { MissedChanges } from "./missed-changes.js";

/** The parts of an esbuild plug-in that are used here. */
export interface EsbuildPlugin {
  name: string;
  setup(build: EsbuildBuild): void;
}

/** Marks the plug-in's own requests to resolve an import. */
const asked = Symbol("asked by Ashlar");

/**
 * Returns a plug-in for esbuild that generates the package before each build, and in watch mode also after each change
 * of the specification or the configuration. If these contain errors, the build fails, and the locations of the errors
 * are shown.
 */
export function esbuild(options: PluginOptions = {}): EsbuildPlugin {
  return {
    name: "ashlar",
    setup(build) {
      const generate = createRuns(options);
      const run = coalesceRuns(() => generate(build.initialOptions.absWorkingDir ?? process.cwd()));
      const missed = new MissedChanges({ isClosedBySignals: false });
      let latest: Run | undefined;
      let watched: { watchFiles: string[]; watchDirs: string[] } = { watchFiles: [], watchDirs: [] };
      let isWatchListDue = false;
      build.onStart(async () => {
        latest = await run();
        const { failure, inputs, warnings } = latest;
        watched = { watchFiles: [...inputs.files, missed.signal], watchDirs: await listFolders(inputs) };
        isWatchListDue = true;
        return {
          errors: failure === undefined ? [] : toMessages(failure),
          warnings: warnings.map((text) => ({ text })),
        };
      });
      build.onEnd(() => {
        if (latest !== undefined) {
          void missed.since(latest);
        }
      });
      build.onDispose(() => missed.end());
      // Files to watch can only be returned together with a resolved import, which is usually that of the entry point.
      build.onResolve({ filter: /.*/ }, async ({ path, ...args }) => {
        const ours = latest?.entries.get(path);
        if (args.pluginData === asked || (ours === undefined && !isWatchListDue)) {
          return undefined;
        }
        const { errors, external, sideEffects, ...target } = await build.resolve(path, { ...args, pluginData: asked });
        if (ours !== undefined && !external) {
          return { path: ours, sideEffects: false, ...watched };
        }
        if (errors.length > 0) {
          return undefined; // esbuild itself reports the reason
        }
        isWatchListDue = false;
        const { namespace, suffix, pluginData } = target;
        return { path: target.path, external, sideEffects, namespace, suffix, pluginData, ...watched };
      });
    },
  };
}

/**
 * Returns a message with a location for each problem in the specification; for other failures, a single message without
 * a location.
 */
function toMessages({ message, problems, stack }: Failure): EsbuildMessage[] {
  return problems.length === 0
    ? [{ text: message, notes: stack === undefined ? [] : [{ text: stack }] }]
    : problems.map(toMessage);
}

function toMessage(problem: Problem): EsbuildMessage {
  const { help, related = [] } = problem;
  return {
    text: problem.message,
    location: toLocation(problem),
    notes: [
      ...related.map((place) => ({ text: `${place.message} (${place.file}:${place.line}:${place.column})` })),
      ...(help === undefined ? [] : [{ text: help }]),
    ],
  };
}

function toLocation({ file, line, column, endLine, endColumn, lineText }: Problem): EsbuildLocation {
  const end = endLine > line ? lineText.length : endColumn - 1;
  return {
    file,
    line,
    column: Buffer.byteLength(lineText.slice(0, column - 1)),
    length: Buffer.byteLength(lineText.slice(column - 1, end)),
    lineText,
  };
}

/**
 * A location in esbuild's format. Lines are counted from 1; columns, which are counted from 0, and lengths are in bytes
 * of UTF-8.
 */
interface EsbuildLocation {
  file: string;
  line: number;
  column: number;
  length: number;
  lineText: string;
}

/** An error or a warning, as esbuild shows it. */
interface EsbuildMessage {
  text: string;
  location?: EsbuildLocation;
  notes?: { text: string }[];
}

/** An import that esbuild asks to resolve. */
interface Import {
  path: string;
  importer: string;
  namespace: string;
  resolveDir: string;
  kind:
    | "entry-point"
    | "import-statement"
    | "require-call"
    | "dynamic-import"
    | "require-resolve"
    | "import-rule"
    | "composes-from"
    | "url-token";
  pluginData: unknown;
  with: Record<string, string>;
}

/** The target of an import. */
interface Target {
  path: string;
  external: boolean;
  sideEffects: boolean;
  namespace: string;
  suffix: string;
  pluginData: unknown;
}

/** The result of resolving an import. All paths are absolute. */
interface Answer extends Partial<Target> {
  watchFiles: string[];
  watchDirs: string[];
}

/** The parts of esbuild's plug-in interface that are used here. */
interface EsbuildBuild {
  initialOptions: { absWorkingDir?: string };
  onStart(callback: () => Promise<{ errors: EsbuildMessage[]; warnings: EsbuildMessage[] }>): void;
  onEnd(callback: () => void): void;
  onDispose(callback: () => void): void;
  onResolve(options: { filter: RegExp }, callback: (args: Import) => Promise<Answer | undefined>): void;
  resolve(path: string, options: Omit<Import, "path">): Promise<Target & { errors: object[] }>;
}
