import type { CommandModule } from "yargs";
import { textOption } from "../options.js";
import type { PlaygroundArguments } from "./run.js";

/** `ashlar playground`: writes a page in which people edit specifications and see the output of Ashlar. */
export const playgroundCommand: CommandModule<object, PlaygroundArguments> = {
  command: "playground",
  describe: "Write a page to try the language in the browser",
  builder: (yargs) =>
    yargs
      .option("out", { ...textOption, describe: "Output folder; by default playground" })
      .option("clean", { type: "boolean", describe: "Remove the files and nothing else" })
      .example("$0 playground --out public/playground", "Write static files for any web server"),
  handler: async (args) => {
    const { runPlayground } = await import("./run.js");
    process.exitCode = await runPlayground(args);
  },
};
