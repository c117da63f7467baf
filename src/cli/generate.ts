import type { CommandModule } from "yargs";
import { filterOptions, optionsGroup } from "./filter-options.js";
import { lastValue } from "./last-of.js";
import type { GenerateArguments } from "./run-generate.js";
import { specsPositional } from "./specs-positional.js";
import { warningOptions } from "./warning-options.js";

/** If the option is given several times, the last one counts. */
const text = {
  type: "string",
  requiresArg: true,
  coerce: lastValue<string | undefined>,
  group: optionsGroup,
} as const;

/** `ashlar generate`: writes the package of specifications, or checks whether it is up to date. */
export const generateCommand: CommandModule<object, GenerateArguments> = {
  command: "generate [specs..]",
  describe: "Generate the TypeScript package of an API",
  builder: (yargs) =>
    yargs
      .positional("specs", specsPositional)
      .option("out", { ...text, describe: "Output folder; by default that of the configuration, else generated" })
      .option("config", { ...text, describe: "Path of the configuration file" })
      .option("name", { ...text, describe: "Name of the generated package" })
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
      .option("watch", { type: "boolean", group: optionsGroup, describe: "Watch and regenerate on change" })
      .conflicts({ check: ["clean", "watch"], clean: "watch" })
      .options(warningOptions)
      .options(filterOptions)
      .example("$0 generate", "Generate the package that ashlar.config.* describes")
      .example("$0 generate spec --out api", "Generate a package in api from all .stone files in spec")
      .example("$0 generate --watch", "During development: report errors and regenerate on every save")
      .example("$0 generate --check", "In CI: fail if the committed package is out of date"),
  handler: async (args) => {
    const { runGenerate } = await import("./run-generate.js");
    process.exitCode = await runGenerate(args);
  },
};
