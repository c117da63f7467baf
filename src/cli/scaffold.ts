import type { CommandModule } from "yargs";
import { filterOptions } from "./filter-options.js";
import { lastOf } from "./last-of.js";
import type { ScaffoldArguments } from "./run-scaffold.js";
import { specsPositional } from "./specs-positional.js";

/** Given twice, the last one counts. */
const text = { type: "string", requiresArg: true, coerce: lastOf<string | undefined> } as const;

/** `ashlar scaffold`: writes files in which an API is implemented, and adds to them what is new. */
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
        describe: "Name of the generated package to import; by default that of the configuration",
      })
      .options(filterOptions)
      .example("$0 scaffold", "Create handlers for the API of ashlar.config.*, or add those of new routes")
      .example("$0 scaffold spec --package shop-api", "Create handlers without a configuration"),
  handler: async (args) => {
    const { runScaffold } = await import("./run-scaffold.js");
    process.exitCode = await runScaffold(args);
  },
};
