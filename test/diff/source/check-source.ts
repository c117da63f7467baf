import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PrintedFile } from "../../../src/generator/code/module.js";
import type { Report } from "../../../src/diff/report.js";
import { worse, type Source } from "../../../src/diff/verdict.js";
import { readRuntime } from "../../../src/project/generate/runtime.js";
import type { Api } from "../../../src/ir/api.js";
import { inTemporaryFolder } from "../../../src/project/end-signals.js";
import type { Claim, Statement } from "./claims.js";
import { compilerErrors, type CompilerError } from "./compiler.js";
import { makeProbe, sharedFolder, type Probe } from "./probe.js";

/** A comparison whose verdicts on source should be verified. */
export interface CheckedComparison {
  readonly before: Api;
  readonly after: Api;
  readonly report: Report;
}

/** The compiler's result for a claim. */
export interface CheckedClaim extends Claim {
  readonly found: Source;
  /** The statements that do not compile, with the compiler's messages. */
  readonly failed: readonly { readonly statement: Statement; readonly messages: readonly string[] }[];
}

/**
 * Compiles old source with the types of both sides, and returns the checked claims for each comparison. Runs the
 * compiler only once.
 */
export async function checkSource(
  comparisons: readonly CheckedComparison[],
): Promise<readonly (readonly CheckedClaim[])[]> {
  const probes: Probe[] = [];
  for (const { before, after, report } of comparisons) {
    probes.push(await makeProbe(before, after, report));
  }
  const runtime = (await readRuntime()).filter(({ path }) => path.endsWith(".d.ts"));
  const errors = await inTemporaryFolder(async (folder) => {
    await writeFiles(join(folder, sharedFolder), runtime);
    for (const [index, { files }] of probes.entries()) {
      await writeFiles(join(folder, String(index)), files);
    }
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(projectOf(probes)));
    return compilerErrors(folder);
  });
  return probes.map((probe, index) => judge(probe, errors, `${index}/probe.ts`));
}

async function writeFiles(folder: string, files: readonly PrintedFile[]): Promise<void> {
  const folders = new Set(files.map(({ path }) => dirname(join(folder, path))));
  await Promise.all([...folders].map((path) => mkdir(path, { recursive: true })));
  await Promise.all(files.map(({ path, text }) => writeFile(join(folder, path), text)));
}

function projectOf(probes: readonly Probe[]): object {
  const sides = probes.flatMap(({ sides }, index) => sides.map((side) => `${index}/${side}`));
  return {
    compilerOptions: {
      target: "es2022",
      lib: ["es2022"],
      module: "esnext",
      moduleResolution: "bundler",
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      // Each side resolves the runtime as if it had its own copy.
      rootDirs: [sharedFolder, ...sides],
    },
    files: probes.map((_, index) => `${index}/probe.ts`),
  };
}

function judge({ lines }: Probe, errors: readonly CompilerError[], file: string): readonly CheckedClaim[] {
  const failed = new Map<Statement, readonly string[]>();
  for (const { line, messages } of errors.filter((error) => error.file === file)) {
    const statement = lines[line - 1]?.statement;
    if (statement === undefined) {
      throw new Error(`The probe of the source is wrong: ${messages.join(" ")}`);
    }
    failed.set(statement, failed.get(statement) ?? messages);
  }
  const claims = new Set(lines.flatMap((line) => (line === undefined ? [] : [line.claim])));
  return [...claims].map((claim) => {
    const wrong = claim.statements.flatMap((statement) => {
      const messages = failed.get(statement);
      return messages === undefined ? [] : [{ statement, messages }];
    });
    return {
      ...claim,
      failed: wrong,
      found: wrong.map(({ statement }) => statement.shows).reduce<Source>(worse, "ok"),
    };
  });
}
