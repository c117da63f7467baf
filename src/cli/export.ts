import type { CommandModule } from "yargs";
import { exportJsonSchemaCommand } from "./export-json-schema.js";

/** `ashlar export`: writes an API in other formats. */
export const exportCommand: CommandModule = {
  command: "export <format>",
  describe: "Export the API as JSON Schema",
  builder: (yargs) =>
    yargs
      .command(exportJsonSchemaCommand)
      .demandCommand(1, "Name a format.")
      .example("$0 export json-schema spec", "Write JSON Schema documents in the folder schemas"),
  handler: () => undefined, // a format has a handler of its own
};
