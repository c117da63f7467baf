import type { CommandModule } from "yargs";
import { optionsGroup, lastValue, specsPositional, textOption } from "../options.js";
import type { FormatArguments } from "./run.js";

/** `ashlar format`: formats specifications. */
export const formatCommand: CommandModule<object, FormatArguments> = {
  command: "format [specs..]",
  describe: "Format specifications",
  builder: (yargs) =>
    yargs
      .positional("specs", specsPositional)
      .option("check", {
        type: "boolean",
        default: false,
        group: optionsGroup,
        describe: "Write nothing; list the files that are not formatted and exit with 1 if there are any",
      })
      .option("stdin-filepath", {
        ...textOption,
        describe: "Format standard input, and call it this in diagnostics",
      })
      .option("line-width", {
        type: "number",
        default: 100,
        requiresArg: true,
        group: optionsGroup,
        coerce: toLineWidth,
        describe: "Lists of arguments that the author has broken are joined up to this width",
      })
      .option("end-of-line", {
        choices: ["lf", "crlf", "auto"] as const,
        default: "lf" as const,
        requiresArg: true,
        group: optionsGroup,
        coerce: lastValue<"lf" | "crlf" | "auto">,
        describe: "Line ends; auto keeps those of each file",
      })
      .option("config", { ...textOption, describe: "Path of the configuration file" })
      .example("$0 format", "Format the specifications of ashlar.config.*")
      .example("$0 format spec --check", "In CI: fail if a file is not formatted")
      .example("$0 format - < api.stone", "Format standard input"),
  handler: async (args) => {
    const { runFormat } = await import("./run.js");
    process.exitCode = await runFormat(args);
  },
};

function toLineWidth(given: number | readonly number[]): number {
  const width = lastValue<number>(given);
  if (!Number.isInteger(width) || width < 1) {
    throw new Error("--line-width must be an integer of at least 1.");
  }
  return width;
}
