import type { CommandModule } from "yargs";
import { filterOptions, optionsGroup } from "./filter-options.js";
import { lastValue } from "./last-of.js";
import type { ScaffoldArguments } from "./run-scaffold.js";
import { specsPositional } from "./specs-positional.js";

/** If the option is given several times, the last one counts. */
const text = {
  type: "string",
  requiresArg: true,
  coerce: lastValue<string | undefined>,
  group: optionsGroup,
} as const;

/** `ashlar scaffold`: writes files with handlers for an API, and adds handlers for new routes to them. */
export const scaffoldCommand: CommandModule<object, ScaffoldArguments> = {
  command: "scaffold [specs..]",
  describe: "Create handlers for a server, or add those of new routes",
  builder: (yargs) =>
    yargs
      .positional("specs", specsPositional)
      .option("out", { ...text, describe: "Output folder; by default handlers" })
      .option("config", { ...text, describe: "Path of the configuration file" })
      .option("package", {
        ...text,
        describe: "Name of the package to import; by default that of the configuration",
      })
      .options(filterOptions)
      .example("$0 scaffold", "Create handlers for the API of ashlar.config.*, or add those of new routes")
      .example("$0 scaffold spec --package shop-api", "Create handlers without a configuration"),
  handler: async (args) => {
    const { runScaffold } = await import("./run-scaffold.js");
    process.exitCode = await runScaffold(args);
  },
};
