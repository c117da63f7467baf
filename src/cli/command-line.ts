import yargs, { type Argv } from "yargs";
import { addCommands } from "./commands.js";
import { exitCode } from "./report/exit-code.js";
import { explainUsage } from "./explain-usage.js";
import { UsageError } from "../project/failure.js";
import { takeOperands, withDashesLast } from "./options/operands.js";
import { version } from "../project/version.js";

/** Runs the command that the arguments name. Throws a UsageError for invalid arguments. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  const parser = createParser(args);
  if (args.length === 0) {
    parser.showHelp("error");
    process.exitCode = exitCode.usageIsWrong;
    return;
  }
  await parser.parseAsync(withDashesLast(args));
}

function createParser(args: readonly string[]): Argv {
  const parser = addCommands(yargs().scriptName("ashlar").locale("en"))
    .parserConfiguration({ "parse-positional-numbers": false, "populate--": true })
    .middleware(takeOperands)
    .usage("$0 <command>\n\nCompiles API specifications in Stone into TypeScript packages.")
    .demandCommand(1, "Name a command.")
    .strict()
    .version(version())
    .help()
    .alias({ help: "h" })
    .example("$0 check spec", "Report errors in all .stone files in spec")
    .example("$0 generate spec --out api", "Generate a package from them in the folder api")
    .example("$0 <command> --help", "Show the options of a command, with examples")
    .epilogue(
      "Exit codes: 0 success, 1 errors in the specification or stale output, 2 errors in the command line or " +
        "configuration, 70 a bug in Ashlar.",
    )
    .wrap(Math.min(100, process.stdout.columns || 100))
    .exitProcess(false)
    // Yargs passes a message if the command line is invalid. If there is no message, a command has thrown.
    .fail((message: string | null, thrown: unknown) => {
      const known = parser.parsed === false ? [] : Object.keys(parser.parsed.aliases);
      throw message === null ? thrown : new UsageError(explainUsage(message, args, known));
    });
  return parser;
}
