import type { CommandModule } from "yargs";
import type { ConfigArguments } from "../../project/load-configured.js";
import { exitCode } from "../report/process.js";
import { filterOptions, specsPositional } from "../options.js";

/** `ashlar ir`: prints the compiled API as JSON, with all route attributes unless some are selected. */
export const irCommand: CommandModule<object, ConfigArguments> = {
  command: "ir [specs..]",
  describe: "Print the compiled API as JSON",
  builder: (yargs) =>
    yargs
      .positional("specs", specsPositional)
      .options(filterOptions)
      .example("$0 ir spec > api.json", "Print the API of all .stone files in spec")
      .example("$0 ir spec -w files -a auth -a host", "Only the routes of one namespace, with two of their attributes")
      .example(`$0 ir spec -f 'style="upload" or is_preview=true'`, "Only the routes with these attributes")
      .example("$0 ir spec -r routes.json", "Only the listed routes and what they need"),
  handler: async (input) => {
    const { compileInput } = await import("../../project/compile-input.js");
    const { api, diagnostics, files } = await compileInput(input);
    if (diagnostics.length > 0) {
      const { printDiagnostics } = await import("../report/print-diagnostics.js");
      printDiagnostics(diagnostics, files, "pretty");
    }
    if (api === undefined) {
      process.exitCode = exitCode.specIsWrong;
      return;
    }
    const { toJson } = await import("../../ir/json.js");
    process.stdout.write(`${toJson(api)}\n`);
  },
};
