import type { CommandModule } from "yargs";
import { filterOptions, optionsGroup, textOption } from "../options.js";
import type { MigrateArguments } from "./run.js";

/** `ashlar migrate`: gives the callers of an API the new names of what was renamed. */
export const migrateCommand: CommandModule<object, MigrateArguments> = {
  command: "migrate <old> <new> <programs..>",
  describe: "Give the callers of an API the new names of what was renamed",
  builder: (yargs) =>
    yargs
      .positional("old", {
        type: "string",
        demandOption: true,
        describe: "The old side, as in ashlar diff: .stone files, folders or globs, an IR document, or git:REV",
      })
      .positional("new", { type: "string", demandOption: true, describe: "The new side, in the same forms" })
      .positional("programs", {
        type: "string",
        array: true,
        demandOption: true,
        describe: "The programs to change: tsconfig.json files, folders with one, or globs",
      })
      .option("dry-run", {
        type: "boolean",
        default: false,
        group: optionsGroup,
        describe: "Print the changes as a diff, and write nothing",
      })
      .option("successors", {
        type: "boolean",
        default: false,
        group: optionsGroup,
        describe: "Also replace deprecated routes by their successors, if these take and return the same",
      })
      .option("force", {
        type: "boolean",
        default: false,
        group: optionsGroup,
        describe: "Change files that are not committed to Git, too",
      })
      .option("package", {
        ...textOption,
        group: optionsGroup,
        describe: "The name by which the programs import the package. Default: package.name of ashlar.config.*",
      })
      .options(filterOptions)
      .option("config", { ...textOption, describe: "Path of the configuration file, which applies to both sides" })
      .example("$0 migrate git:v1.2 spec app --dry-run", "Show what the renamings since a release change in a program")
      .example("$0 migrate git:main... spec app 'tools/*'", "Change several programs"),
  handler: async (args) => {
    const { runMigrate } = await import("./run.js");
    process.exitCode = await runMigrate(args);
  },
};
