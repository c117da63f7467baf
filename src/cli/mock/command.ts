import type { CommandModule } from "yargs";
import { filterOptions, optionsGroup, lastValue, specsPositional, textOption } from "../options.js";
import type { MockArguments } from "./run.js";

const numberOption = {
  type: "number",
  requiresArg: true,
  group: optionsGroup,
  coerce: lastValue<number | undefined>,
} as const;

/** `ashlar mock`: serves the Twin of an API. */
export const mockCommand: CommandModule<object, MockArguments> = {
  command: "mock [specs..]",
  describe: "Serve a fake of the API that answers from its examples",
  builder: (yargs) =>
    yargs
      .positional("specs", specsPositional)
      .option("port", { ...numberOption, default: 4010, describe: "Port; 0 chooses a free one" })
      .option("host", { ...textOption, default: "127.0.0.1", describe: "Address to listen on" })
      .option("seed", { ...numberOption, default: 1, describe: "Number that decides what looks random" })
      .option("latency", { ...numberOption, default: 0, describe: "Milliseconds before each answer" })
      .option("caller", {
        type: "string",
        array: true,
        requiresArg: true,
        group: optionsGroup,
        describe: "Show the Omitted fields and tags of this caller; can be repeated",
      })
      .option("model", { ...textOption, describe: "Module with a model of the state, as its export 'model'" })
      .option("config", { ...textOption, describe: "Path of the configuration file" })
      .option("propose", {
        type: "boolean",
        group: optionsGroup,
        describe: "Print a model of the state that names and types suggest, and end",
      })
      .option("watch", { type: "boolean", group: optionsGroup, describe: "Reload when the specifications change" })
      .options(filterOptions)
      .example("$0 mock spec", "Serve all routes of the .stone files in spec on port 4010")
      .example("$0 mock spec --port 0 --watch", "Choose a free port, and reload on changes")
      .example("$0 mock spec --propose > api.twin.ts", "Begin a model of the state")
      .epilogue(
        "Calls need credentials, which may be anything. The header Ashlar-Twin asks for errors and faults, such as\n" +
          'error="path/not_found", status=429 or delay-ms=300; so does POST /__twin/plans.',
      ),
  handler: async (args) => {
    const { runMock } = await import("./run.js");
    process.exitCode = await runMock(args);
  },
};
