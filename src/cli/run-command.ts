import { mistakeReport, UsageError } from "../project/failure.js";
import { prepareEngine } from "./engine.js";
import { runGenerate } from "./generate/run.js";
import { exitCode, endOnClosedPipe } from "./report/process.js";

/** Runs a command. Commands set the exit code themselves; errors that they throw are reported here. */
export async function runCommand(args: readonly string[]): Promise<void> {
  endOnClosedPipe([process.stdout, process.stderr]);
  prepareEngine(args, process.env);
  try {
    const [command, ...specs] = args;
    // Builds and hooks run these commands often and without options. They do not need the command-line parser, which is slow
    // to load.
    const isPlain = !specs.some((spec) => spec.startsWith("-"));
    if (command === "generate" && isPlain) {
      process.exitCode = await runGenerate({ specs });
    } else if (command === "check" && isPlain) {
      const { runCheck } = await import("./check/run.js");
      process.exitCode = await runCheck({ specs, format: "pretty" });
    } else if (command === "docs" && isPlain) {
      const { runDocs } = await import("./docs/run.js");
      process.exitCode = await runDocs({ specs });
    } else {
      const { runCommandLine } = await import("./command-line.js");
      await runCommandLine(args);
    }
  } catch (thrown) {
    if (thrown instanceof UsageError) {
      const [{ printOtherErrors }, { formatError }] = await Promise.all([
        import("./report/other-errors.js"),
        import("./report/annotation.js"),
      ]);
      const isAnnotation = / --format[ =]github /.test(` ${args.join(" ")} `);
      printOtherErrors(thrown, isAnnotation ? "github" : "pretty");
      process.stderr.write(formatError(thrown.message, isAnnotation));
      process.exitCode = exitCode.usageIsWrong;
    } else {
      process.stderr.write(mistakeReport(thrown));
      process.exitCode = exitCode.bug;
    }
  }
}
