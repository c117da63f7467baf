import { basename, dirname, resolve } from "node:path";
import type { CommandModule } from "yargs";
import { privacyFormats, type PrivacyFormat } from "../../exports/privacy/formats.js";
import { exportOptions, optionsGroup, lastValue, specsPositional, textOption } from "../options.js";
import { UsageError } from "../../project/failure.js";
import type { ExportArguments } from "./run.js";

interface PrivacyArguments extends ExportArguments {
  readonly out?: string | undefined;
  readonly format: PrivacyFormat;
  readonly annotation?: readonly string[] | undefined;
}

const { caller: _, ...options } = exportOptions;

/** `ashlar export privacy`: lists where messages carry private data. */
export const exportPrivacyCommand: CommandModule<object, PrivacyArguments> = {
  command: "privacy [specs..]",
  describe: "List where messages carry data that is redacted, omitted or annotated",
  builder: (yargs) =>
    yargs
      .positional("specs", specsPositional)
      .option("out", { ...textOption, describe: "Output file; by default standard output" })
      .option("format", {
        choices: privacyFormats,
        group: optionsGroup,
        default: "markdown" as const,
        requiresArg: true,
        coerce: lastValue<PrivacyFormat>,
        describe: "Format of the report",
      })
      .option("annotation", {
        type: "string",
        array: true,
        nargs: 1,
        group: optionsGroup,
        describe:
          "List only this custom annotation, or type of annotations, with its arguments as columns (repeatable)",
      })
      .options(options)
      .conflicts({ check: "clean" })
      .example("$0 export privacy", "Print the report of the API of ashlar.config.*")
      .example("$0 export privacy spec --format csv --out privacy.csv", "Write a table for a spreadsheet")
      .example("$0 export privacy --annotation privacy.PersonalData", "Only data with this annotation"),
  handler: async ({ out, format, annotation, ...args }) => {
    if (out === undefined && (args.check === true || args.clean === true)) {
      throw new UsageError("`--check` and `--clean` are about a file: name it with `--out`.");
    }
    const { runExport } = await import("./run.js");
    const { checkAnnotation } = await import("./check-annotation.js");
    const { privacyReport } = await import("../../exports/privacy/report.js");
    const { renderPrivacy } = await import("../../exports/privacy/render.js");
    const name = out === undefined ? undefined : basename(out);
    process.exitCode = await runExport(
      args,
      {
        command: "export privacy",
        folder: (directory) => (out === undefined ? directory : dirname(resolve(out))),
        manifest: `${name ?? "privacy"}.ashlar-manifest.json`,
        produce: (api, { binding }) => {
          annotation?.forEach((name) => checkAnnotation(name, api));
          const report = privacyReport(api, { binding, annotations: annotation });
          const text = renderPrivacy(report, format, annotation ?? []);
          return name === undefined ? { text, notes: [] } : { files: [{ path: name, text }], notes: [] };
        },
      },
      "pretty",
    );
  },
};
