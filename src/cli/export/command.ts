import type { CommandModule } from "yargs";
import { exportJsonSchemaCommand } from "./json-schema.js";
import { exportOpenApiCommand } from "./openapi.js";
import { exportPrivacyCommand } from "./privacy.js";

/** `ashlar export`: writes an API in other formats. */
export const exportCommand: CommandModule = {
  command: "export <format>",
  describe: "Export the API as JSON Schema or OpenAPI, or a report on private data",
  builder: (yargs) =>
    yargs
      .command(exportJsonSchemaCommand)
      .command(exportOpenApiCommand)
      .command(exportPrivacyCommand)
      .demandCommand(1, "Name a format.")
      .example("$0 export json-schema spec", "Write JSON Schema documents in the folder schemas")
      .example("$0 export openapi spec", "Write openapi.json"),
  handler: () => undefined, // each format has its own handler
};

/** The formats that can be exported. */
export const exportFormats: readonly string[] = [
  exportJsonSchemaCommand,
  exportOpenApiCommand,
  exportPrivacyCommand,
].map(({ command }) => String(command).replace(/ .*/, ""));
