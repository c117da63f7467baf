import type { CommandModule } from "yargs";
import { exportOptions, optionsGroup, lastValue, specsPositional, textOption } from "../options.js";
import type { DocsArguments } from "./run.js";
import { explorerTargets, type ExplorerTargets } from "../../site/explorer-targets.js";

/** `ashlar docs`: writes the documentation site of an API. */
export const docsCommand: CommandModule<object, DocsArguments> = {
  command: "docs [specs..]",
  describe: "Generate a documentation site in plain HTML",
  builder: (yargs) =>
    yargs
      .positional("specs", specsPositional)
      .option("out", { ...textOption, describe: "Output folder; by default site" })
      .option("base", {
        ...textOption,
        describe: "URL of the published site: adds canonical links and sitemap.xml for search engines",
      })
      .option("link-base", {
        ...textOption,
        describe: "URL that links without a scheme in the documentation are relative to; otherwise they are text",
      })
      .option("since", {
        ...textOption,
        describe: "Also describe the changes since this revision: as the old side of 'ashlar diff'",
      })
      .option("explorer", {
        choices: explorerTargets,
        group: optionsGroup,
        default: "twin" as const,
        requiresArg: true,
        coerce: lastValue<ExplorerTargets>,
        describe: "What answers calls from route pages: nothing, a fake in the page, or also a host",
      })
      .option("watch", {
        type: "boolean",
        group: optionsGroup,
        describe: "Write the site again when the specifications or the configuration change",
      })
      .option("check-guides", {
        type: "boolean",
        group: optionsGroup,
        describe: "Only check the guides: their links, and that their programs compile and run",
      })
      .options(exportOptions)
      .conflicts({ check: ["clean", "watch"], clean: "watch", "check-guides": ["check", "clean", "watch"] })
      .example("$0 docs", "Write the site of the API of ashlar.config.* to the folder site")
      .example("$0 docs spec --out public", "Write the site of all .stone files in spec")
      .example("$0 docs --base https://api.example.com/docs/", "Write a site for search engines too")
      .example("$0 docs --watch", "Write the site, and keep it up to date while the specifications are edited")
      .example("$0 docs --since git:v1.2", "Add a page with the changes since a release"),
  handler: async (args) => {
    const { runDocs } = await import("./run.js");
    process.exitCode = await runDocs(args);
  },
};
