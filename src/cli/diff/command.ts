import type { CommandModule } from "yargs";
import { levels } from "../../diff/policy.js";
import { lastValue, filterOptions, optionsGroup, textOption } from "../options.js";
import { diffFormats, type DiffFormat } from "./format.js";
import type { DiffArguments } from "./run.js";

/** `ashlar diff`: reports the changes between two revisions of an API, and whom they break. */
export const diffCommand: CommandModule<object, DiffArguments> = {
  command: "diff [old] [new]",
  describe: "Report what changed between two revisions, and whom it breaks",
  builder: (yargs) =>
    yargs
      .positional("old", {
        type: "string",
        coerce: orStandardInput,
        describe:
          "The old side: .stone files, folders or globs (several with commas), an IR document (.json), or a Git " +
          "revision (git:REV or git:REV:PATH; git:REV... is the merge base with HEAD). Default: compat.against of " +
          "ashlar.config.*",
      })
      .positional("new", {
        type: "string",
        coerce: orStandardInput,
        describe: "The new side, in the same forms. Default: the specifications of ashlar.config.*",
      })
      .option("format", {
        choices: diffFormats,
        group: optionsGroup,
        default: "pretty" as const,
        requiresArg: true,
        coerce: lastValue<DiffFormat>,
        describe: "Output format, on standard output",
      })
      .option("output", {
        type: "string",
        array: true,
        nargs: 1,
        group: optionsGroup,
        describe: "Also write a report to a file, as FORMAT=FILE (repeatable)",
      })
      .option("level", {
        choices: levels,
        group: optionsGroup,
        default: undefined,
        requiresArg: true,
        coerce: lastValue<(typeof levels)[number]>,
        describe:
          "What fails: changes of messages (wire), of callers' source too, or of all source. Default: that of ashlar.config.*, or wire",
      })
      .option("proof", {
        type: "boolean",
        default: true,
        group: optionsGroup,
        describe: "Show messages that are not understood; --no-proof only applies the rules",
      })
      .option("all", {
        type: "boolean",
        default: false,
        group: optionsGroup,
        describe: "List compatible changes and all routes too",
      })
      .option("docs", {
        type: "boolean",
        default: false,
        group: optionsGroup,
        describe: "List changes of documentation and examples too",
      })
      .option("only", {
        type: "string",
        array: true,
        nargs: 1,
        group: optionsGroup,
        describe: "Compare only this route or namespace, which may have * (repeatable)",
      })
      .option("since", {
        ...textOption,
        group: optionsGroup,
        describe: "A JSON file with the ids of findings that were accepted before; only others count",
      })
      .option("update-since", {
        type: "boolean",
        default: false,
        group: optionsGroup,
        describe: "Write the file of --since: accept all findings that fail",
      })
      .option("impact", {
        type: "string",
        array: true,
        nargs: 1,
        group: optionsGroup,
        describe:
          "Also list the places in this program that the changes concern: its tsconfig.json, or the folder with it (repeatable)",
      })
      .option("impact-only", {
        type: "boolean",
        default: false,
        group: optionsGroup,
        describe: "With --impact: changes without a place in the programs do not fail",
      })
      .option("package", {
        ...textOption,
        group: optionsGroup,
        describe: "The name by which these programs import the package. Default: package.name of ashlar.config.*",
      })
      .option("semver", {
        type: "boolean",
        default: false,
        group: optionsGroup,
        describe: "Print only by how much the version rises: major, minor, patch or none",
      })
      .option("explain", {
        ...textOption,
        group: optionsGroup,
        describe: "Explain a rule, such as tag-added, with an example; nothing is compared",
      })
      .option("list-rules", {
        type: "boolean",
        default: false,
        group: optionsGroup,
        describe: "List all rules; nothing is compared",
      })
      .options(filterOptions)
      .option("config", { ...textOption, describe: "Path of the configuration file, which applies to both sides" })
      .example("$0 diff git:main... spec", "Compare with where the branch began")
      .example("$0 diff git:v1.2", "Compare a release with the configured specifications")
      .example("$0 diff api-1.4.json spec --format json", "Compare with a released IR document, for other tools")
      .example("$0 diff git:main... --impact app", "List the calls of a program that the branch breaks")
      .example("$0 diff old new --format github", "Annotate a pull request in GitHub Actions"),
  handler: async (args) => {
    const { runDiff } = await import("./run.js");
    process.exitCode = await runDiff(args);
  },
};

/** Returns `-` for an empty string, which yargs passes in place of `-`. */
function orStandardInput(side: string | undefined): string | undefined {
  return side === "" ? "-" : side;
}
