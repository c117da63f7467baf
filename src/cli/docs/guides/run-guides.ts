import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Generator } from "../../../generate/generator.js";
import { outputFolder, packageOptions } from "../../../project/configured-package.js";
import { UsageError } from "../../../project/failure.js";
import type { Input } from "../../../project/load-configured.js";
import { shown } from "../../../project/shown.js";
import { inTemporaryFolder } from "../../../project/temporary-folder.js";
import type { Guide, GuideProblem, Outputs } from "../../../site/guides/guide.js";
import { compileGuides } from "./compile-guides.js";
import { divideOutput } from "./guide-program.js";
import { runProgram } from "./run-program.js";

export interface GuideRuns {
  readonly outputs: Outputs;
  readonly problems: readonly GuideProblem[];
}

/** The most time that the program of a guide may take, in milliseconds. */
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
    await Promise.all(files.map(({ path, text }) => writeFile(path, text)));
    const runs = { outputs: new Map<Guide["fences"][number], string>(), problems: [...problems] };
    for (const guide of problems.length > 0 ? [] : programs) {
      const { output, failure } = await runProgram(join(folder, `${guide.name}.js`), join(folder, before), longest);
      const parts = divideOutput(output);
      parts.forEach((part, index) => {
        const fence = guide.fences[index];
        if (fence !== undefined) {
          runs.outputs.set(fence, part);
        }
      });
      if (failure !== undefined) {
        runs.problems.push(toProblem(failure, guide, parts.length - 1));
      }
    }
    return runs;
  });
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
  if (!(await new Generator("once").isFresh(input))) {
    throw new UsageError(
      `Guides are run with the package in ${shown(outputFolder(config, directory))}, which is not up to date. Run \`ashlar generate\`.`,
    );
  }
}

/** The module that runs before each guide. */
const before = "before.mjs";

/** Makes the package available to programs in a folder, and writes the module that makes a Twin answer their requests. */
async function preparePackage(folder: string, { config, directory }: Input): Promise<void> {
  const { name } = packageOptions(config, directory);
  const place = join(folder, "node_modules", name);
  await mkdir(dirname(place), { recursive: true });
  await symlink(outputFolder(config, directory), place, "junction");
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  const model = typeof config.twin === "object" ? config.twin.model : undefined;
  await writeFile(
    join(folder, before),
    [
      `import { createTwin } from ${JSON.stringify(`${name}/testing`)};`,
      ...(model === undefined ? [] : [`import { createJiti } from ${JSON.stringify(import.meta.resolve("jiti"))};`]),
      model === undefined
        ? "const options = {};"
        : `const options = { model: (await createJiti(import.meta.url).import(${JSON.stringify(resolve(directory, model))})).model };`,
      "globalThis.fetch = createTwin(options).fetch;",
      "",
    ].join("\n"),
  );
}

function toProblem(failure: string, { path, name, fences }: Guide, fence: number): GuideProblem {
  // A line of the stack, such as `at file:///tmp/x/upload.ts:12:3`.
  const at = failure.split("\n").find((line) => line.trim().startsWith("at ") && line.includes(`/${name}.ts:`));
  const [, line] = /\.ts:(\d+):\d+/.exec(at ?? "") ?? [];
  const reason = /^(?:Uncaught )?(\w*(?:Error|Exception)\b.*)$/m.exec(failure)?.[1] ?? failure.split("\n")[0] ?? "";
  return {
    path,
    line: line === undefined ? (fences[fence]?.position?.start.line ?? 1) : Number(line),
    message: `The program fails: ${reason.replace(/\.?$/, ".")}`,
  };
}
