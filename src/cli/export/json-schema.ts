import { resolve } from "node:path";
import type { CommandModule } from "yargs";
import { exportOptions, optionsGroup, lastValue, specsPositional, textOption } from "../options.js";
import type { ExportArguments } from "./run.js";

interface JsonSchemaArguments extends ExportArguments {
  readonly out?: string | undefined;
  readonly id?: string | undefined;
  readonly int64: "exact" | "safe";
  readonly formats?: boolean | undefined;
  readonly format: "pretty" | "json";
}

/** `ashlar export json-schema`: writes JSON Schema documents that accept what generated decoders accept. */
export const exportJsonSchemaCommand: CommandModule<object, JsonSchemaArguments> = {
  command: "json-schema [specs..]",
  describe: "Export JSON Schema documents: what readers accept",
  builder: (yargs) =>
    yargs
      .positional("specs", specsPositional)
      .option("out", { ...textOption, describe: "Output folder; by default schemas" })
      .option("int64", {
        choices: ["exact", "safe"] as const,
        group: optionsGroup,
        default: "exact" as const,
        requiresArg: true,
        coerce: lastValue<"exact" | "safe">,
        describe: "Bounds of 64-bit integers: those of the types, or those that JSON.parse reads exactly",
      })
      .option("id", { ...textOption, describe: "URI of the documents; by default urn:ashlar:PACKAGE" })
      .option("formats", { type: "boolean", group: optionsGroup, describe: "Add 'format' to dates and times" })
      .option("format", {
        choices: ["pretty", "json"] as const,
        group: optionsGroup,
        default: "pretty" as const,
        requiresArg: true,
        coerce: lastValue<"pretty" | "json">,
        describe: "Format of the notes on standard error",
      })
      .options(exportOptions)
      .conflicts({ check: "clean" })
      .example("$0 export json-schema", "Write schemas/write.schema.json and schemas/read.schema.json")
      .example("$0 export json-schema spec --out api/schemas -w files", "Only the routes of one namespace")
      .example("$0 export json-schema --caller internal", "What a caller with this permission sees")
      .epilogue(
        "write.schema.json accepts what strict readers accept (arguments), read.schema.json what lenient ones do " +
          "(results and errors), with these exceptions, in which the schemas are looser: 64-bit integers beyond 2^53 " +
          "are rounded by validators (not with --int64 safe); weekdays are not compared with dates; repeated keys and " +
          "the depth of nesting are not checked. Defaults are not filled in, and unknown fields are not removed.",
      ),
  handler: async ({ out, id, int64, formats, caller, format, ...args }) => {
    const { runExport } = await import("./run.js");
    const { writeJsonSchemas } = await import("../../exports/schema/documents.js");
    const { packageOptions } = await import("../../project/configured-package.js");
    process.exitCode = await runExport(
      args,
      {
        command: "export json-schema",
        folder: (directory) => (out === undefined ? resolve(directory, "schemas") : resolve(out)),
        needsOwnFolder: true,
        manifest: "json-schema.ashlar-manifest.json",
        produce: (api, config, directory) => {
          const { name } = packageOptions(config, directory);
          const { write, read, notes } = writeJsonSchemas(api, { name, id, int64, formats, callers: caller });
          const files = [
            { path: "read.schema.json", text: read },
            { path: "write.schema.json", text: write },
          ];
          return { files, notes };
        },
      },
      format,
    );
  },
};
