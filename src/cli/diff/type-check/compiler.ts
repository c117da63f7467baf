import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { onEnd } from "../../../project/end-signals.js";
import { UsageError } from "../../../project/failure.js";

/** An error of the compiler in a line of a file. */
export interface CompilerError {
  /** Relative to the compiled folder, with slashes. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Including the reasons, the innermost last; types of the sides by namespace and name: `files.Metadata (new)`. */
  readonly messages: readonly string[];
}

/**
 * The errors of a compiler for the project in a folder. It runs as a separate process: TypeScript 7 is a native program
 * without a stable programming interface. Throws a UsageError if the compiler fails.
 */
export async function compilerErrors(compiler: string, folder: string): Promise<readonly CompilerError[]> {
  const args = [compiler, "-p", folder, "--pretty", "false", "--noErrorTruncation"];
  const output = await new Promise<string>((resolve, reject) => {
    const options = { cwd: folder, maxBuffer: 2 ** 30 };
    const run = execFile(process.execPath, args, options, (error, stdout, stderr) => {
      forget();
      // The exit code says only whether there are errors.
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
 * The path of the TypeScript compiler installed for a folder, or else of the one beside Ashlar. Throws a UsageError if there
 * is none.
 */
export function findCompiler(directory: string): string {
  for (const from of [join(directory, "index.js"), import.meta.url]) {
    try {
      return join(dirname(createRequire(from).resolve("typescript/package.json")), "bin/tsc");
    } catch {
      // perhaps beside Ashlar
    }
  }
  throw new UsageError("'--proof=source' needs the TypeScript compiler. Run: npm install typescript");
}

/** Lines such as `probe.ts(3,7): error TS2322: …`, each followed by indented lines with the reasons. */
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

/** A message with names in place of the paths of types, of which only the side and the namespace matter. */
function withoutPaths(message: string): string {
  return message.replace(
    /import\("[^"]*\/(old|new)(?:Known|Every)?\/dist\/([^"]+)\/types"\)\.(\w+)/g,
    (_, side: string, folder: string, name: string) => `${folder}.${name} (${side})`,
  );
}
