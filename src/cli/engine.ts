import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { buildId } from "../project/own-file.js";

/*
 * The cost of a process before its first useful work: compiling our code, and optimizing functions that do not run long enough
 * to benefit. Without the flags, `ashlar check` of the Dropbox API takes 1.33 times the processor time in Node 20 and 1.12 times in
 * Node 24, and without the compile cache 1.07 times (medians of seven pairs). The numbers in the flags are the best of those that were
 * tried (tools/bench/README.md, cold runs).
 */

/** Configures V8 for a command, before the compiler is loaded. */
export function prepareEngine(args: readonly string[], env: NodeJS.ProcessEnv): void {
  // The flags are set first. V8 rejects code that was compiled with other flags, and Node names the folder of the cache after the
  // flags at this point: otherwise short commands and the language server would reject and replace each other's code.
  if (isShort(args)) {
    optimizeLess();
  }
  if (env["ASHLAR_CACHE"] !== "0") {
    keepCompiledCode(env);
  }
}

/** Whether a command ends soon by itself. `mock` counts because it should answer soon, see {@link optimizeAsUsual}. */
export function isShort([command = "", ...others]: readonly string[]): boolean {
  return (
    !["lsp", "mcp"].includes(command) &&
    (command === "mock" || !others.some((option) => /^--watch(?:$|=)/.test(option)))
  );
}

/** Node 20 has V8 11, where the option is different. Later versions have two optimizing compilers, Maglev and TurboFan. */
function optimizeLess(): void {
  setFlagsFromString(
    isV8Of20()
      ? "--interrupt-budget=1500000"
      : "--invocation-count-for-maglev=3000 --invocation-count-for-turbofan=100000",
  );
}

/**
 * Restores the defaults of V8, for a process that continues to run after a quick start. The code that the process caches is still
 * accepted by others with the flags of the start.
 */
export function optimizeAsUsual(): void {
  setFlagsFromString(
    isV8Of20() ? "--interrupt-budget=67584" : "--invocation-count-for-maglev=400 --invocation-count-for-turbofan=3000",
  );
}

function isV8Of20(): boolean {
  return process.versions.v8.startsWith("11.");
}

/** Caches compiled code in the user's cache folder, from Node 22.8 on. If that is impossible, Node continues without it. */
function keepCompiledCode(env: NodeJS.ProcessEnv): void {
  const build = buildId();
  // Node 20 has no such function.
  const enable = (module as Partial<typeof module> & { enableCompileCache?: (folder: string) => unknown })
    .enableCompileCache;
  if (build === undefined || enable === undefined) {
    return;
  }
  try {
    enable(join(userCacheFolder(env), "ashlar", build.slice(0, 16)));
  } catch {
    // The user has no home folder.
  }
}

function userCacheFolder(env: NodeJS.ProcessEnv): string {
  switch (process.platform) {
    case "darwin":
      return join(homedir(), "Library/Caches");
    case "win32":
      return env["LOCALAPPDATA"] ?? join(homedir(), "AppData/Local");
    default:
      return env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  }
}
