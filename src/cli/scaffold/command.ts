import type { CommandModule } from "yargs";
import { filterOptions, specsPositional, textOption } from "../options.js";
import type { ScaffoldArguments } from "./run.js";

/** `ashlar scaffold`: writes files with handlers for an API, and adds handlers for new routes to them. */
export const scaffoldCommand: CommandModule<object, ScaffoldArguments> = {
  command: "scaffold [specs..]",
  describe: "Create handlers for a server, or add those of new routes",
  builder: (yargs) =>
    yargs
      .positional("specs", specsPositional)
      .option("out", { ...textOption, describe: "Output folder; by default handlers" })
      .option("config", { ...textOption, describe: "Path of the configuration file" })
      .option("package", {
        ...textOption,
        describe: "Name of the package to import; by default that of the configuration",
      })
      .option("check", {
        type: "boolean",
        default: false,
        describe:
          "Write nothing; list missing handlers and those without a route, and exit with code 1 if there are any",
      })
      .options(filterOptions)
      .example("$0 scaffold", "Create handlers for the API of ashlar.config.*, or add those of new routes")
      .example("$0 scaffold spec --package shop-api", "Create handlers without a configuration"),
  handler: async (args) => {
    const { runScaffold } = await import("./run.js");
    process.exitCode = await runScaffold(args);
  },
};
