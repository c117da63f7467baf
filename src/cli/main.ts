#!/usr/bin/env node
import { exitCode } from "./exit-code.js";
import { mistakeReport, UsageError } from "./failure.js";
import { runGenerate } from "./run-generate.js";
import { endOnClosedPipe } from "./terminal.js";

endOnClosedPipe([process.stdout, process.stderr]);
await run(process.argv.slice(2));

/** Runs a command. Commands set the exit code themselves; what they throw is told here. */
async function run(args: readonly string[]): Promise<void> {
  try {
    if (args.length === 1 && args[0] === "generate") {
      // What builds and hooks call again and again is often done before a parser of arguments would be loaded.
      process.exitCode = await runGenerate({});
    } else {
      const { runCommandLine } = await import("./command-line.js");
      await runCommandLine(args);
    }
  } catch (thrown) {
    if (thrown instanceof UsageError) {
      process.stderr.write(`error: ${thrown.message}\n`);
      process.exitCode = exitCode.usageIsWrong;
    } else {
      process.stderr.write(mistakeReport(thrown));
      process.exitCode = exitCode.bug;
    }
  }
}
