import type { CommandModule } from "yargs";
import {
  optionsGroup,
  lastValue,
  specsPositional,
  textOption,
  warningOptions,
  lintFormats,
  type LintFormat,
} from "../options.js";
import type { LintArguments } from "./run.js";

const presets = ["recommended", "strict", "all", "none"] as const;

/** `ashlar lint`: reports questionable definitions, and fixes some of them. */
export const lintCommand: CommandModule<object, LintArguments> = {
  command: "lint [specs..]",
  describe: "Report questionable definitions, and fix some of them",
  builder: (yargs) =>
    yargs
      .positional("specs", specsPositional)
      .option("fix", {
        type: "boolean",
        default: false,
        group: optionsGroup,
        describe: "Apply fixes that change neither names nor messages, and report what is left",
      })
      .option("dry-run", {
        type: "boolean",
        default: false,
        group: optionsGroup,
        describe: "With --fix: print the changes as a diff, and write nothing",
      })
      .option("preset", {
        choices: presets,
        default: undefined,
        requiresArg: true,
        group: optionsGroup,
        coerce: lastValue<(typeof presets)[number]>,
        describe: "Levels of the rules that the configuration does not name; recommended by default",
      })
      .option("rule", {
        type: "string",
        array: true,
        nargs: 1,
        group: optionsGroup,
        describe: "Only this rule, or its level, as in doc-field=warn: off, info, warn or error (repeatable)",
      })
      .option("max-warnings", warningOptions["max-warnings"])
      .option("baseline", { ...textOption, describe: "Accept the findings that this file lists" })
      .option("write-baseline", {
        type: "boolean",
        default: false,
        group: optionsGroup,
        describe: "Write all findings to the baseline, so that only new ones are reported",
      })
      .option("format", {
        choices: lintFormats,
        default: "pretty" as const,
        requiresArg: true,
        group: optionsGroup,
        coerce: lastValue<LintFormat>,
        describe: "Output format; pretty and github write to standard error, json and sarif to standard output",
      })
      .option("verbose", {
        type: "boolean",
        default: false,
        group: optionsGroup,
        describe: "Also show findings of level info",
      })
      .option("list-rules", { type: "boolean", default: false, group: optionsGroup, describe: "List all rules" })
      .option("explain", { ...textOption, describe: "Explain a rule" })
      .option("config", { ...textOption, describe: "Path of the configuration file" })
      .example("$0 lint", "Lint the specifications of ashlar.config.*")
      .example("$0 lint spec --fix", "Fix what can be fixed safely, and report the rest")
      .example("$0 lint spec --fix --rule doc-plain-type --dry-run", "Show what the fixes of one rule would change")
      .example("$0 lint spec --preset strict --rule doc-field=off", "More rules, without one of them")
      .example("$0 lint --explain old-version", "Explain a rule")
      .example("$0 lint --baseline ashlar-lint-baseline.json --write-baseline", "Accept everything that is there now"),
  handler: async (args) => {
    const { runLint } = await import("./run.js");
    process.exitCode = await runLint(args);
  },
};
