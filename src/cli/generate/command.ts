import type { CommandModule } from "yargs";
import { filterOptions, optionsGroup, specsPositional, textOption, warningOptions } from "../options.js";
import type { GenerateArguments } from "./load.js";

/** `ashlar generate`: writes the package of specifications, or checks whether it is up to date. */
export const generateCommand: CommandModule<object, GenerateArguments> = {
  command: "generate [specs..]",
  describe: "Generate the TypeScript package of an API",
  builder: (yargs) =>
    yargs
      .positional("specs", specsPositional)
      .option("out", { ...textOption, describe: "Output folder; by default that of the configuration, else generated" })
      .option("config", { ...textOption, describe: "Path of the configuration file" })
      .option("name", { ...textOption, describe: "Name of the generated package" })
      .option("check", {
        type: "boolean",
        group: optionsGroup,
        describe: "Write nothing; list stale, missing and foreign files, and exit with code 1 if there are any",
      })
      .option("clean", {
        type: "boolean",
        group: optionsGroup,
        describe: "Remove the generated files and nothing else",
      })
      .option("changes", {
        type: "boolean",
        group: optionsGroup,
        describe: "Then report what changed for callers since 'compat.against', or since the last commit",
      })
      .option("watch", { type: "boolean", group: optionsGroup, describe: "Watch and regenerate on change" })
      .conflicts({ check: ["clean", "watch"], clean: ["watch", "changes"], changes: "watch" })
      .options(warningOptions)
      .options(filterOptions)
      .example("$0 generate", "Generate the package that ashlar.config.* describes")
      .example("$0 generate spec --out api", "Generate a package in api from all .stone files in spec")
      .example("$0 generate --watch", "During development: report errors and regenerate on every save")
      .example("$0 generate --check", "In CI: fail if the committed package is out of date"),
  handler: async (args) => {
    const { runGenerate } = await import("./run.js");
    process.exitCode = await runGenerate(args);
  },
};
