import type { CommandModule } from "yargs";
import { filterOptions, optionsGroup, specsPositional, textOption } from "../options.js";
import type { InputsArguments } from "./run.js";

/** `ashlar inputs`: prints what `ashlar generate` with the same arguments reads and writes, for build systems. */
export const inputsCommand: CommandModule<object, InputsArguments> = {
  command: "inputs [specs..]",
  describe: "Print the files and options that generate reads and writes",
  builder: (yargs) =>
    yargs
      .positional("specs", specsPositional)
      .option("out", { ...textOption, describe: "Output folder; by default that of the configuration, else generated" })
      .option("config", { ...textOption, describe: "Path of the configuration file" })
      .option("name", { ...textOption, describe: "Name of the generated package" })
      .option("json", { type: "boolean", group: optionsGroup, describe: "Print JSON" })
      .options(filterOptions)
      .example("$0 inputs", "What `ashlar generate` reads and writes here")
      .example("$0 inputs spec --out api --json", "The same for `ashlar generate spec --out api`, as JSON"),
  handler: async (args) => {
    const { runInputs } = await import("./run.js");
    await runInputs(args);
  },
};
