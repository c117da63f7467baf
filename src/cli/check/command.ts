import type { CommandModule } from "yargs";
import {
  filterOptions,
  optionsGroup,
  lastValue,
  specsPositional,
  warningOptions,
  diagnosticFormats,
  type DiagnosticFormat,
} from "../options.js";
import type { CheckArguments } from "./run.js";

/** `ashlar check`: reports errors in specifications. */
export const checkCommand: CommandModule<object, CheckArguments> = {
  command: "check [specs..]",
  describe: "Report errors in specifications",
  builder: (yargs) =>
    yargs
      .positional("specs", specsPositional)
      .option("format", {
        choices: diagnosticFormats,
        group: optionsGroup,
        default: "pretty" as const,
        requiresArg: true,
        coerce: lastValue<DiagnosticFormat>,
        describe: "Output format; pretty and github write to standard error, json to standard output",
      })
      .option("config", {
        type: "string",
        requiresArg: true,
        coerce: lastValue<string | undefined>,
        group: optionsGroup,
        describe: "Path of the configuration file",
      })
      .options(warningOptions)
      .options(filterOptions)
      .example("$0 check spec", "Check all .stone files in spec")
      .example("$0 check 'api/**/*.stone' --format github", "Annotate a pull request in GitHub Actions")
      .example("$0 check --format json spec > found.json", "Write the diagnostics as JSON for other tools")
      .example("$0 check spec --max-warnings 0", "In CI: fail on warnings too")
      .example("cat *.stone | $0 check -", "Check standard input"),
  handler: async (args) => {
    const { runCheck } = await import("./run.js");
    process.exitCode = await runCheck(args);
  },
};
