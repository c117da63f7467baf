import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { CompilerOptions, Diagnostic } from "ts-morph";
import { outputFolder, packageOptions } from "../../project/configured-package.js";
import { displayPath, isFolder } from "../../project/paths.js";
import { onEnd, inTemporaryFolder } from "../../project/end-signals.js";
import { UsageError } from "../../project/failure.js";
import { isPackageFresh } from "../../project/generate/write-package.js";
import type { Input } from "../../project/load-configured.js";
import type { Guide, GuideProblem, Outputs } from "../../site/guides/guide.js";
import { loadModel } from "../mock/load-twin.js";

interface GuideRuns {
  readonly outputs: Outputs;
  readonly problems: readonly GuideProblem[];
}

/** The timeout for the program of a guide, in milliseconds. */
const longest = 20_000;

/**
 * Compiles the programs of guides against the generated package, and runs each with a Twin that answers all its
 * requests. Throws a UsageError if the package is missing or outdated.
 */
export async function runGuides(guides: readonly Guide[], input: Input): Promise<GuideRuns> {
  const programs = guides.filter(({ fences }) => fences.length > 0);
  if (programs.length === 0) {
    return { outputs: new Map(), problems: [] };
  }
  await checkPackage(input);
  return inTemporaryFolder(async (folder) => {
    await preparePackage(folder, input);
    const { problems, files } = await compileGuides(programs, folder, input.directory);
    if (problems.length > 0) {
      return { outputs: new Map(), problems };
    }
    await Promise.all(files.map(({ path, text }) => writeFile(path, text)));
    const runs: GuideRun[] = [];
    for (const [index, guide] of programs.entries()) {
      runs.push(await runGuide(guide, folder, programName(index)));
    }
    return {
      outputs: new Map(runs.flatMap(({ outputs }) => outputs)),
      problems: runs.flatMap(({ problem }) => (problem === undefined ? [] : [problem])),
    };
  });
}

interface GuideRun {
  readonly outputs: readonly (readonly [Guide["fences"][number], string])[];
  readonly problem: GuideProblem | undefined;
}

async function runGuide(guide: Guide, folder: string, name: string): Promise<GuideRun> {
  const { output, failure } = await runProgram(join(folder, `${name}.js`), join(folder, before), longest);
  const parts = divideOutput(output);
  return {
    outputs: guide.fences.map((fence, index) => [fence, parts[index] ?? ""]),
    problem: failure === undefined ? undefined : toProblem(failure, guide, name, parts.length - 1),
  };
}

async function checkPackage(input: Input): Promise<void> {
  const { config, directory } = input;
  if (config.output === "source") {
    throw new UsageError(
      "Guides are run with a package, and `output: \"source\"` makes none. Remove 'run' from their fences.",
    );
  }
  if (config.twin === undefined || config.twin === false) {
    throw new UsageError("Guides are run with the Twin of the package. Set 'twin: true', and run `ashlar generate`.");
  }
  const folder = outputFolder(config, directory);
  // A package that was checked out may not be built.
  if (!isFolder(join(folder, "dist")) || !(await isPackageFresh(input))) {
    throw new UsageError(
      `Guides are run with the package in ${displayPath(folder)}, which is not up to date. Run \`ashlar generate\`.`,
    );
  }
}

/** The module that runs before each guide. */
const before = "before.mjs";

/**
 * Makes the package available to programs in a folder, and writes the module that lets a Twin respond to their
 * requests.
 */
async function preparePackage(folder: string, { config, directory }: Input): Promise<void> {
  const { name } = packageOptions(config, directory);
  const place = join(folder, "node_modules", name);
  await mkdir(dirname(place), { recursive: true });
  await symlink(outputFolder(config, directory), place, "junction");
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  const model = typeof config.twin === "object" ? config.twin.model : undefined;
  await writeFile(join(folder, before), await twinModule(name, model && resolve(directory, model)));
}

/**
 * Returns the text of the module that lets a package's Twin respond to all requests of a process. The Twin uses `model`
 * if it is defined. The module also prints uncaught exceptions.
 */
async function twinModule(name: string, model: string | undefined): Promise<string> {
  const quoted = (text: string): string => JSON.stringify(text);
  const start = `import { inspect } from "node:util";
import { createTwin } from ${quoted(`${name}/testing`)};

process.on("uncaughtException", (thrown) => {
  process.stderr.write(inspect(thrown), () => process.exit(1));
});
`;
  if (model === undefined) {
    return `${start}globalThis.fetch = createTwin().fetch;\n`;
  }
  await loadModel(model); // its errors explain why a model is invalid
  return `${start}
const { createJiti } = await import(${quoted(import.meta.resolve("jiti"))});
const { model } = await createJiti(import.meta.url).import(${quoted(model)});
globalThis.fetch = createTwin({ model }).fetch;
`;
}

/**
 * Returns the failure of a program, located at the line of the guide that the stack names, or else at the start of the
 * fence that was running.
 */
function toProblem(failure: string, { path, fences }: Guide, name: string, fence: number): GuideProblem {
  // A line of the stack, such as `at file:///tmp/x/upload.ts:12:3`.
  const at = failure.split("\n").find((line) => line.trim().startsWith("at ") && line.includes(`/${name}.ts:`));
  const [, line] = /\.ts:(\d+):\d+/.exec(at ?? "") ?? [];
  const [reason = ""] = failure.split("\n");
  return {
    path,
    line: line === undefined ? (fences[fence]?.position?.start.line ?? 1) : Number(line),
    message: `The program fails: ${reason.replace(/\.?$/, ".")}`,
  };
}

interface CompiledGuides {
  readonly problems: readonly GuideProblem[];
  /** The programs as JavaScript, each with its source map. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/**
 * Compiles the programs of guides in a folder whose `node_modules` contains the package. Uses the types of Node that
 * are installed in the project, if there are any.
 */
async function compileGuides(guides: readonly Guide[], folder: string, directory: string): Promise<CompiledGuides> {
  const { ModuleKind, ModuleResolutionKind, Project, ScriptTarget } = await import("ts-morph");
  const nodeTypes = findNodeTypes(directory);
  const compilerOptions: CompilerOptions = {
    target: ScriptTarget.ES2022,
    // Without the types of Node, those of browsers declare everything that both have, such as the console.
    lib: ["lib.es2022.d.ts", ...(nodeTypes === undefined ? ["lib.dom.d.ts", "lib.dom.asynciterable.d.ts"] : [])],
    module: ModuleKind.NodeNext,
    moduleResolution: ModuleResolutionKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    inlineSourceMap: true,
    ...(nodeTypes === undefined ? { types: [] } : { typeRoots: [nodeTypes], types: ["node"] }),
  };
  const project = new Project({ compilerOptions });
  const problems = guides.flatMap((guide, index) => {
    const file = project.createSourceFile(join(folder, `${programName(index)}.ts`), guideProgram(guide));
    return file.getPreEmitDiagnostics().map((diagnostic) => compilerProblem(diagnostic, guide.path));
  });
  if (problems.length > 0) {
    return { problems, files: [] };
  }
  const emitted = project.emitToMemory().getFiles();
  return { problems, files: emitted.map(({ filePath, text }) => ({ path: filePath, text })) };
}

/**
 * Returns the name of a guide's program in the folder. It is a number, because the name of a guide may contain any
 * characters.
 */
function programName(index: number): string {
  return `guide-${index}`;
}

function compilerProblem(diagnostic: Diagnostic, path: string): GuideProblem {
  const text = diagnostic.getMessageText();
  const message = typeof text === "string" ? text : text.getMessageText();
  return { path, line: diagnostic.getLineNumber() ?? 1, message: `The program does not compile: ${message}` };
}

/** Returns the folder that contains the types of Node for a project; undefined if they are not installed. */
function findNodeTypes(directory: string): string | undefined {
  try {
    const path = createRequire(join(directory, "index.js")).resolve("@types/node/package.json");
    return dirname(dirname(path));
  } catch {
    return undefined;
  }
}

/** Returns the fences of a guide as one program. Each line has the same number as in the guide. */
function guideProgram({ fences }: Guide): string {
  const lines: (string | undefined)[] = [];
  for (const [index, { value, position }] of fences.entries()) {
    const start = position?.start.line ?? 1;
    lines[start - 1] = `;console.log(${JSON.stringify(marker(index))});`;
    value.split("\n").forEach((line, offset) => {
      lines[start + offset] = line;
    });
  }
  // Without an import or export, the file would be a script, in which nothing can be awaited.
  return `${Array.from(lines, (line) => line ?? "").join("\n")}\nexport {};\n`;
}

/** Returns the line that a program prints before each fence. It contains characters that guides do not print. */
function marker(index: number): string {
  return `\0ashlar ${index}\0`;
}

/** Returns the output of a guide's program, divided by the fences that were reached. */
function divideOutput(output: string): string[] {
  const [, ...parts] = output.split(/\0ashlar \d+\0\r?\n?/);
  return parts.map((part) => part.trimEnd());
}

/** The result of a program. */
interface ProgramRun {
  readonly output: string;
  /** The reason why the program failed, with the stack; undefined if it succeeded. */
  readonly failure: string | undefined;
}

/** The maximum output of a guide, in bytes. */
const maxOutput = 256 * 1024;

/**
 * Runs a program in its own process, after the module `before`, and stops it after `timeout` milliseconds. Failures
 * refer to lines of the program's source.
 */
export function runProgram(path: string, before: string, timeout: number): Promise<ProgramRun> {
  const args = ["--enable-source-maps", "--import", pathToFileURL(before).href, path];
  const { NODE_OPTIONS: _, FORCE_COLOR: __, ...environment } = process.env;
  const options = {
    timeout,
    killSignal: "SIGKILL",
    maxBuffer: maxOutput,
    env: { ...environment, NO_COLOR: "1", TZ: "UTC" },
  } as const;
  return new Promise((resolve) => {
    const run = execFile(process.execPath, args, options, (error, output, errors) => {
      forget();
      resolve({ output, failure: error === null ? undefined : explain(error, errors, timeout) });
    });
    const forget = onEnd(() => run.kill("SIGKILL"));
  });
}

/** Node's exit code if a promise that a module awaits is never settled. */
const neverSettled = 13;

function explain(
  { code, killed }: { readonly code?: number | string | null; readonly killed?: boolean },
  errors: string,
  timeout: number,
): string {
  if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") {
    return `It prints more than ${maxOutput / 1024} KB. Print less`;
  }
  if (killed === true) {
    return `It did not end within ${timeout / 1000} s. End it, for example with an AbortSignal`;
  }
  if (code === neverSettled) {
    return "It waits for something that never happens";
  }
  return errors.trim() === "" ? `It ends with the exit code ${code}` : errors.trim();
}
