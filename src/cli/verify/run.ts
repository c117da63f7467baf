import { resolve } from "node:path";
import { readGit } from "../../project/compared-side.js";
import { displayPath } from "../../project/paths.js";
import { UsageError } from "../../project/failure.js";
import { verifyPackage, type FileDifference, type Verification } from "../../project/generate/verify-package.js";
import { loadConfig } from "../../project/load-config.js";
import { loadConfigured, readInput, type ConfigArguments, type Input } from "../../project/load-configured.js";
import { exitCode } from "../report/process.js";
import { printDiagnostics } from "../report/print-diagnostics.js";

export interface VerifyArguments extends ConfigArguments {
  readonly package: string;
}

/** Compares a package with what its specification generates, and prints the result. Returns the exit code. */
export async function runVerify(args: VerifyArguments): Promise<number> {
  const input = await readInputOf(args);
  const verification = await verifyPackage(args.package, input);
  if (verification.kind === "wrong") {
    printDiagnostics(verification.diagnostics, input.specs, "pretty");
    return exitCode.specIsWrong;
  }
  const text = describe(verification, args);
  process.stdout.write(text);
  return text.startsWith("identical") ? exitCode.done : exitCode.specIsWrong;
}

/** Reads the configuration, and the specifications, which may be those of a Git revision. */
async function readInputOf(args: VerifyArguments): Promise<Input> {
  const [revision, ...others] = (args.specs ?? []).filter((spec) => spec.startsWith("git:"));
  if (revision === undefined) {
    return readInput(await loadConfigured(args, `ashlar verify ${args.package} spec`));
  }
  if (others.length > 0 || args.specs?.length !== 1) {
    throw new UsageError(`Name only one revision: ${revision} with its paths, such as git:v1:spec.`);
  }
  const loaded = await loadConfig(args.config, process.cwd());
  const specs = await readGit(revision, loaded, "");
  if (specs.length === 0) {
    throw new UsageError(`There are no specifications at ${revision}. Write git:REV:PATH with the path that they had.`);
  }
  const { config, directory } = await loadConfigured({ ...args, specs: [revision] }, "");
  return { config, directory, specs };
}

/** Describes the result; the text of an identical package begins with `identical`. */
function describe(verification: Exclude<Verification, { kind: "wrong" }>, args: VerifyArguments): string {
  if (verification.kind === "other version") {
    const specs = (args.specs ?? []).map((spec) => ` ${spec}`).join("");
    return (
      `The package was made by Ashlar ${verification.version}. Verify it with that version:\n` +
      `  npx ashlar@${verification.version} verify ${args.package}${specs}\n`
    );
  }
  const { count, differing, missing, extra, otherSources } = verification;
  const problems = [
    ...differing.map(describeDifference),
    ...missing.map((path) => `missing   ${path}\n`),
    ...extra.map((path) => `extra     ${path}\n`),
  ];
  if (problems.length === 0) {
    return `identical: ${count} files\n`;
  }
  const reason = otherSources.map((source) => explanation[source]);
  return `${displayPath(resolve(args.package))} is not what the specification generates:\n${[...problems, ...reason].join("")}`;
}

const explanation = {
  specification:
    "The package says that it was made from another specification. Name the revision, such as git:v1.2.0.\n",
  options: "The package says that it was made with other options. Use the configuration of that time.\n",
} as const;

function describeDifference({ path, line, expected, actual }: FileDifference): string {
  return `different ${path}, line ${line}:\n  expected: ${shorten(expected)}\n  found:    ${shorten(actual)}\n`;
}

function shorten(line: string): string {
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
