#!/usr/bin/env node
import { prepareEngine } from "./engine.js";
import { exitCode } from "./report/exit-code.js";
import { mistakeReport, UsageError } from "../project/failure.js";
import { runGenerate } from "./generate/run.js";
import { endOnClosedPipe } from "./report/terminal.js";

endOnClosedPipe([process.stdout, process.stderr]);
prepareEngine(process.argv.slice(2), process.env);
await run(process.argv.slice(2));

/** Runs a command. Commands set the exit code themselves; errors that they throw are reported here. */
async function run(args: readonly string[]): Promise<void> {
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
      const { printOtherErrors } = await import("./report/other-errors.js");
      printOtherErrors(thrown);
      process.stderr.write(`error: ${thrown.message}\n`);
      process.exitCode = exitCode.usageIsWrong;
    } else {
      process.stderr.write(mistakeReport(thrown));
      process.exitCode = exitCode.bug;
    }
  }
}
