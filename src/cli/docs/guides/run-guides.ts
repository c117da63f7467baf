import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { isPackageFresh } from "../../../project/generate/write-package.js";
import { outputFolder, packageOptions } from "../../../project/configured-package.js";
import { UsageError } from "../../../project/failure.js";
import { isFolder } from "../../../project/is-folder.js";
import type { Input } from "../../../project/load-configured.js";
import { displayPath } from "../../../project/display-path.js";
import { inTemporaryFolder } from "../../../project/temporary-folder.js";
import type { Guide, GuideProblem, Outputs } from "../../../site/guides/guide.js";
import { loadModel } from "../../mock/load-model.js";
import { compileGuides, programName } from "./compile-guides.js";
import { divideOutput } from "./guide-program.js";
import { runProgram } from "./run-program.js";

export interface GuideRuns {
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
