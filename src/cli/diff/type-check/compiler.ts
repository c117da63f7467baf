import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { onEnd } from "../../../project/end-signals.js";
import { UsageError } from "../../../project/failure.js";

/** A compiler error in a line of a file. */
export interface CompilerError {
  /** The path relative to the compiled folder, separated by slashes. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /**
   * The message, followed by the reasons, the innermost last. Types are shown by namespace, name and side:
   * `files.Metadata (new)`.
   */
  readonly messages: readonly string[];
}

/**
 * Returns the errors that a compiler reports for the project in a folder. Runs the compiler in a separate process,
 * because TypeScript 7 is a native program without a stable API. Throws a UsageError if the compiler fails.
 */
export async function compilerErrors(compiler: string, folder: string): Promise<readonly CompilerError[]> {
  const args = [compiler, "-p", folder, "--pretty", "false", "--noErrorTruncation"];
  const output = await new Promise<string>((resolve, reject) => {
    const options = { cwd: folder, maxBuffer: 2 ** 30 };
    const run = execFile(process.execPath, args, options, (error, stdout, stderr) => {
      forget();
      // The exit code only says whether there are errors.
      if (error !== null && !stdout.includes("error TS")) {
        reject(new UsageError(`The TypeScript compiler failed: ${(stderr || stdout || error.message).trim()}`));
      } else {
        resolve(stdout);
      }
    });
    const forget = onEnd(() => run.kill());
  });
  return parseErrors(output);
}

/**
 * Returns the path of the TypeScript compiler that is installed for a folder, or otherwise next to Ashlar. Throws a
 * UsageError if there is none.
 */
export function findCompiler(directory: string): string {
  for (const from of [join(directory, "index.js"), import.meta.url]) {
    try {
      return join(dirname(createRequire(from).resolve("typescript/package.json")), "bin/tsc");
    } catch {
      // It may be installed next to Ashlar.
    }
  }
  throw new UsageError("'--proof=source' needs the TypeScript compiler. Run: npm install typescript");
}

/** Parses lines such as `probe.ts(3,7): error TS2322: …`, each followed by indented lines with the reasons. */
export function parseErrors(output: string): readonly CompilerError[] {
  const errors: { file: string; line: number; messages: string[] }[] = [];
  for (const text of output.split(/\r?\n/)) {
    const [, file, line, message] = /^(.+?)\((\d+),\d+\): error TS\d+: (.*)$/.exec(text) ?? [];
    if (file !== undefined && message !== undefined) {
      errors.push({ file: file.replaceAll("\\", "/"), line: Number(line), messages: [withoutPaths(message)] });
    } else if (/^\s+\S/.test(text)) {
      errors.at(-1)?.messages.push(withoutPaths(text.trim()));
    }
  }
  return errors;
}

/** Replaces the paths of types in a message with namespaces and sides. */
function withoutPaths(message: string): string {
  return message.replace(
    /import\("[^"]*\/(old|new)(?:Known|Every)?\/dist\/([^"]+)\/types"\)\.(\w+)/g,
    (_, side: string, folder: string, name: string) => `${folder}.${name} (${side})`,
  );
}
