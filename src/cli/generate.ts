import type { CommandModule } from "yargs";
import { filterOptions } from "./filter-options.js";
import { lastOf } from "./last-of.js";
import type { GenerateArguments } from "./run-generate.js";
import { specsPositional } from "./specs-positional.js";
import { warningOptions } from "./warning-options.js";

/** Given twice, the last one counts. */
const text = { type: "string", requiresArg: true, coerce: lastOf<string | undefined> } as const;

/** `ashlar generate`: writes the package of specifications, or says whether it is fresh. */
export const generateCommand: CommandModule<object, GenerateArguments> = {
  command: "generate [specs..]",
  describe: "Write the TypeScript package of an API",
  builder: (yargs) =>
    yargs
      .positional("specs", specsPositional)
      .option("out", { ...text, describe: "The folder to write into, by default generated" })
      .option("config", { ...text, describe: "The configuration to read" })
      .option("name", { ...text, describe: "The name of the package" })
      .option("check", { type: "boolean", describe: "Write nothing; list what is not fresh" })
      .option("clean", { type: "boolean", describe: "Remove what was generated, and nothing else" })
      .option("watch", { type: "boolean", describe: "Go on, and generate again whenever a specification is saved" })
      .conflicts({ check: ["clean", "watch"], clean: "watch" })
      .options(warningOptions)
      .options(filterOptions)
      .example("$0 generate", "Do what ashlar.config.* says")
      .example("$0 generate spec --out api", "Write the package of all .stone files below spec into api")
      .example("$0 generate --watch", "While you write: keep the package fresh, and tell what is wrong")
      .example("$0 generate --check", "In CI: tell whether what is committed is fresh"),
  handler: async (args) => {
    const { runGenerate } = await import("./run-generate.js");
    process.exitCode = await runGenerate(args);
  },
};
