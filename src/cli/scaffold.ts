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
  describe: "Write the beginnings of a server, or add to one what is new",
  builder: (yargs) =>
    yargs
      .positional("specs", specsPositional)
      .option("out", { ...text, describe: "The folder to write into, by default handlers" })
      .option("config", { ...text, describe: "The configuration to read" })
      .option("package", { ...text, describe: "The name of the generated package, by default as configured" })
      .options(filterOptions)
      .example("$0 scaffold", "Write handlers for the API of ashlar.config.*, or add those of new routes")
      .example("$0 scaffold spec --package shop-api", "Without a configuration"),
  handler: async (args) => {
    const { runScaffold } = await import("./run-scaffold.js");
    process.exitCode = await runScaffold(args);
  },
};
