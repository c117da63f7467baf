import type { Failure, Problem } from "./failure.js";
import { foldersOf } from "./inputs.js";
import type { PluginOptions } from "./options.js";
import { runOnce, type Run } from "./run.js";
import { serially } from "./serially.js";

/** A place as esbuild wants it: the line from 1, column and length in bytes of UTF-8, the column from 0. */
interface EsbuildLocation {
  file: string;
  line: number;
  column: number;
  length: number;
  lineText: string;
}

/** An error or a warning, as esbuild shows it. */
export interface EsbuildMessage {
  text: string;
  location?: EsbuildLocation;
  notes?: { text: string }[];
}

interface EsbuildResolution {
  path?: string;
  sideEffects?: boolean;
  watchFiles?: string[];
  watchDirs?: string[];
}

interface ResolveOptions {
  importer: string;
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
  pluginData?: unknown;
}

/** What esbuild hands to a plug-in, as far as it is used here. */
export interface EsbuildBuild {
  initialOptions: { absWorkingDir?: string };
  onStart(callback: () => Promise<{ errors: EsbuildMessage[]; warnings: EsbuildMessage[] }>): void;
  onResolve(
    options: { filter: RegExp },
    callback: (args: ResolveOptions & { path: string }) => Promise<EsbuildResolution | undefined>,
  ): void;
  resolve(path: string, options: ResolveOptions): Promise<{ external: boolean }>;
}

/** A plug-in of esbuild, as far as it is used here. */
export interface EsbuildPlugin {
  name: string;
  setup(build: EsbuildBuild): void;
}

/** Says of a question that it is ours. */
const asked = Symbol("asked by Ashlar");

/**
 * A plug-in for esbuild: before each build it generates the package, in watch mode after each change of the
 * specification or the configuration too. What is wrong with them fails the build, in its place.
 */
export function esbuild(options: PluginOptions = {}): EsbuildPlugin {
  return {
    name: "ashlar",
    setup(build) {
      const run = serially(() => runOnce(options, build.initialOptions.absWorkingDir ?? process.cwd()));
      let current: Run | undefined;
      let isWatchListDue = true;
      build.onStart(async () => {
        current = await run();
        isWatchListDue = true;
        const { failure, warnings } = current;
        return {
          errors: failure === undefined ? [] : messagesOf(failure),
          warnings: warnings.map((text) => ({ text })),
        };
      });
      // Every build resolves something, its entry point at least; only the answer to that can tell what to watch.
      build.onResolve({ filter: /.*/ }, async ({ path, ...args }) => {
        if (current === undefined || args.pluginData === asked) {
          return undefined;
        }
        const watched = isWatchListDue ? await watchListOf(current) : undefined;
        isWatchListDue = false;
        const found = current.entries.get(path);
        if (found === undefined || (await isExternal(build, path, args))) {
          return watched;
        }
        return { ...watched, path: found, sideEffects: false };
      });
    },
  };
}

async function watchListOf({ inputs }: Run): Promise<EsbuildResolution> {
  return { watchFiles: [...inputs.files], watchDirs: await foldersOf(inputs) };
}

/** Whether esbuild has been told to leave this import alone. */
async function isExternal(
  build: EsbuildBuild,
  path: string,
  { importer, resolveDir, kind }: ResolveOptions,
): Promise<boolean> {
  const { external } = await build.resolve(path, { importer, resolveDir, kind, pluginData: asked });
  return external;
}

function messagesOf({ message, frame, problems, stack }: Failure): EsbuildMessage[] {
  if (problems.length === 0) {
    const details = [frame, stack ?? ""].filter((text) => text !== "");
    return [{ text: message, notes: details.map((text) => ({ text })) }];
  }
  return problems.map((problem) => ({
    text: problem.message,
    location: locationOf(problem),
    notes: [...(problem.help === undefined ? [] : [{ text: problem.help }]), ...relatedNotes(problem)],
  }));
}

function locationOf({ file, line, column, endLine, endColumn, lineText }: Problem): EsbuildLocation {
  const end = endLine > line ? lineText.length : endColumn - 1;
  return {
    file,
    line,
    column: Buffer.byteLength(lineText.slice(0, column - 1)),
    length: Buffer.byteLength(lineText.slice(column - 1, end)),
    lineText,
  };
}

function relatedNotes({ related = [] }: Problem): { text: string }[] {
  return related.map(({ file, line, column, message }) => ({ text: `${file}:${line}:${column}: ${message}` }));
}
