import { execFile } from "node:child_process";
import { resolve } from "node:path";

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

/** Returns the errors that the newest compiler, a native program without an API, reports for the project in a folder. */
export async function compilerErrors(folder: string): Promise<readonly CompilerError[]> {
  const args = [compiler, "-p", folder, "--pretty", "false", "--noErrorTruncation"];
  const output = await new Promise<string>((done, reject) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 30 }, (error, stdout, stderr) => {
      // The exit code only says whether there are errors.
      if (error !== null && !stdout.includes("error TS")) {
        reject(new Error(`The TypeScript compiler failed: ${stderr || stdout || error.message}`));
      } else {
        done(stdout);
      }
    });
  });
  return parseErrors(output);
}

/** A native program, which takes a tenth of the time of older versions. */
const compiler = resolve("node_modules/typescript-newest/bin/tsc");

/** Parses lines such as `probe.ts(3,7): error TS2322: …`, each followed by indented lines with the reasons. */
function parseErrors(output: string): readonly CompilerError[] {
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
