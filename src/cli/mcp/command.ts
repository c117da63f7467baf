import type { CommandModule } from "yargs";
import { filterOptions, optionsGroup, lastValue, specsPositional, textOption } from "../options.js";
import type { McpArguments } from "./run.js";

/** `ashlar mcp`: offers the routes of an API to language models. */
export const mcpCommand: CommandModule<object, McpArguments> = {
  command: "mcp [specs..]",
  describe: "Offer the routes as tools of the Model Context Protocol, over standard input and output or HTTP",
  builder: (yargs) =>
    yargs
      .positional("specs", specsPositional)
      .option("server", { ...textOption, describe: "URL of the API; without it, the Twin answers" })
      .option("route", {
        type: "string",
        array: true,
        nargs: 1,
        group: optionsGroup,
        describe: "Only this route, such as files/get_metadata (repeatable); all by default",
      })
      .option("root", { ...textOption, describe: "Folder whose files can be uploaded; none by default" })
      .option("reveal", { type: "boolean", group: optionsGroup, describe: "Return redacted fields as they are" })
      .option("http", {
        type: "number",
        requiresArg: true,
        group: optionsGroup,
        coerce: lastValue<number | undefined>,
        describe: "Serve over HTTP on this port, at /mcp; 0 chooses a free one",
      })
      .option("host", { ...textOption, describe: "Address to listen on; 127.0.0.1 by default" })
      .option("token", { ...textOption, describe: "Bearer token that callers over HTTP must send" })
      .option("config", { ...textOption, describe: "Path of the configuration file" })
      .options(filterOptions)
      .example("$0 mcp spec", "Offer the routes of the .stone files in spec, answered by the Twin")
      .example("$0 mcp --server https://api.example.com", "Call the API of ashlar.config.*")
      .example("$0 mcp spec --http 8000", "Serve the tools at http://127.0.0.1:8000/mcp")
      .epilogue(
        "The access token is in the environment variable ASHLAR_ACCESS_TOKEN; for routes of apps, the key and the secret\n" +
          "are in ASHLAR_APP_KEY and ASHLAR_APP_SECRET. The package @modelcontextprotocol/server has to be installed.",
      ),
  handler: async (args) => {
    const { runMcp } = await import("./run.js");
    process.exitCode = await runMcp(args);
  },
};
