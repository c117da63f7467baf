import type { CommandModule } from "yargs";
import type { InputArguments } from "./compile-input.js";
import { exitCode } from "./exit-code.js";
import { filterOptions } from "./filter-options.js";
import { formats, type Format } from "./format.js";
import { lastOf } from "./last-of.js";
import { specsPositional } from "./specs-positional.js";

interface CheckArguments extends InputArguments {
  readonly format: Format;
}

/** `ashlar check`: tells what is wrong with specifications. */
export const checkCommand: CommandModule<object, CheckArguments> = {
  command: "check [specs..]",
  describe: "Tell what is wrong with specifications",
  builder: (yargs) =>
    yargs
      .positional("specs", specsPositional)
      .option("format", {
        choices: formats,
        default: "pretty" as const,
        requiresArg: true,
        coerce: lastOf<Format>,
        describe: "How to write what is found: pretty and github on standard error, json on standard output",
      })
      .options(filterOptions)
      .example("$0 check spec", "Check all .stone files below spec")
      .example("$0 check 'api/**/*.stone' --format github", "Annotate a pull request, in GitHub Actions")
      .example("$0 check --format json spec > found.json", "For tools")
      .example("cat *.stone | $0 check -", "Check standard input"),
  handler: async ({ format, ...input }) => {
    const { compileInput } = await import("./compile-input.js");
    const { printDiagnostics } = await import("./print-diagnostics.js");
    const { api, diagnostics, files } = await compileInput(input);
    printDiagnostics(diagnostics, files, format);
    process.exitCode = api === undefined ? exitCode.specIsWrong : exitCode.done;
  },
};
