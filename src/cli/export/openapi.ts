import { basename, dirname, resolve } from "node:path";
import type { CommandModule } from "yargs";
import { exportOptions, optionsGroup, lastValue, specsPositional, textOption } from "../options.js";
import type { ExportArguments } from "./run.js";

const profiles = ["codegen", "exact"] as const;
const formats = ["json", "yaml"] as const;
const downloadMethods = ["both", "post"] as const;
const noteFormats = ["pretty", "json"] as const;

interface OpenApiArguments extends ExportArguments {
  readonly out?: string | undefined;
  readonly profile: (typeof profiles)[number];
  readonly format: (typeof formats)[number];
  readonly downloads: (typeof downloadMethods)[number];
  readonly notes: (typeof noteFormats)[number];
}

/** `ashlar export openapi`: writes an OpenAPI document, for clients in other languages and for tools. */
export const exportOpenApiCommand: CommandModule<object, OpenApiArguments> = {
  command: "openapi [specs..]",
  describe: "Export an OpenAPI 3.1 document",
  builder: (yargs) =>
    yargs
      .positional("specs", specsPositional)
      .option("out", { ...textOption, describe: "Output file; by default openapi.json or openapi.yaml" })
      .option("profile", {
        choices: profiles,
        group: optionsGroup,
        default: "codegen" as const,
        requiresArg: true,
        coerce: lastValue<(typeof profiles)[number]>,
        describe:
          "codegen: schemas for generators of clients; exact: the schemas of export json-schema, which accept exactly what decoders accept",
      })
      .option("format", {
        choices: formats,
        group: optionsGroup,
        default: "json" as const,
        requiresArg: true,
        coerce: lastValue<(typeof formats)[number]>,
        describe: "Format of the document",
      })
      .option("downloads", {
        choices: downloadMethods,
        group: optionsGroup,
        default: "both" as const,
        requiresArg: true,
        coerce: lastValue<(typeof downloadMethods)[number]>,
        describe:
          "Methods of downloads: both GET and POST, or only POST, for tools that do not support JSON in parameters",
      })
      .option("notes", {
        choices: noteFormats,
        group: optionsGroup,
        default: "pretty" as const,
        requiresArg: true,
        coerce: lastValue<(typeof noteFormats)[number]>,
        describe: "Format of the notes on standard error",
      })
      .options(exportOptions)
      .conflicts({ check: "clean" })
      .example("$0 export openapi", "Write openapi.json for the API of ashlar.config.*")
      .example("$0 export openapi spec --out docs/api.yaml --format yaml", "Write YAML")
      .example("$0 export openapi --check", "In CI: fail if the committed document is out of date"),
  handler: async ({ out, profile, format, downloads, notes: notesAs, caller, ...args }) => {
    const { runExport } = await import("./run.js");
    const { buildOpenApi } = await import("../../exports/openapi/document.js");
    const { printOpenApi } = await import("../../exports/openapi/print.js");
    const { packageOptions } = await import("../../project/configured-package.js");
    const file = out ?? `openapi.${format}`;
    const name = basename(file);
    process.exitCode = await runExport(
      args,
      {
        command: "export openapi",
        folder: (directory) => dirname(out === undefined ? resolve(directory, file) : resolve(file)),
        manifest: `${name}.ashlar-manifest.json`,
        produce: async (api, config, directory) => {
          const options = { ...packageOptions(config, directory), profile, downloads, callers: caller };
          const { document, notes } = buildOpenApi(api, options);
          return { files: [{ path: name, text: await printOpenApi(document, format) }], notes };
        },
      },
      notesAs,
    );
  },
};
