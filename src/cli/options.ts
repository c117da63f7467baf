import type { Options, PositionalOptions } from "yargs";
import type { Diagnostic, ShownDiagnostic } from "../text/diagnostics/diagnostic.js";

/**
 * Returns the value of an option. If the option is passed several times, yargs passes a list, of which the last value
 * counts.
 */
export function lastValue<Value>(value: Value | readonly Value[]): Value {
  return Array.isArray(value) ? ((value as readonly Value[]).at(-1) as Value) : (value as Value);
}

/** The heading for options that are not filters. Declaring it explicitly makes yargs list them before the filters. */
export const optionsGroup = "Options:";

const group = "Filters:";
const listOption = { type: "string", array: true, nargs: 1, group } as const satisfies Options;

/** The filters of Stone's command line, under the same names. */
export const filterOptions = {
  "route-whitelist-filter": {
    alias: "r",
    type: "string",
    requiresArg: true,
    coerce: lastValue<string | undefined>,
    group,
    describe: "Keep only the routes and types that this JSON file lists, and what they need",
  },
  "whitelist-namespace-routes": {
    ...listOption,
    alias: "w",
    describe: "Keep only the routes of this namespace (repeatable)",
  },
  "blacklist-namespace-routes": {
    ...listOption,
    alias: "b",
    describe: "Drop the routes of this namespace (repeatable)",
  },
  "filter-by-route-attr": {
    alias: "f",
    type: "string",
    requiresArg: true,
    coerce: lastValue<string | undefined>,
    group,
    describe: 'Keep only the routes whose attributes match, such as \'style="rpc" and auth!="team"\'',
  },
  attribute: {
    ...listOption,
    alias: "a",
    describe:
      "Keep only this route attribute (repeatable); :all stands for all attributes declared in stone_cfg itself",
  },
} as const satisfies Readonly<Record<string, Options>>;

/** An option that has a string as its value. If it is passed several times, the last value counts. */
export const textOption = {
  type: "string",
  requiresArg: true,
  coerce: lastValue<string | undefined>,
  group: optionsGroup,
} as const;

/** The specifications that a command reads. */
export const specsPositional = {
  type: "string",
  array: true,
  default: undefined, // otherwise, the help would show "[default: []]"; `takeOperands` removes it
  describe:
    ".stone files, folders (searched recursively), globs, or - for standard input; by default, the specifications " +
    "of ashlar.config.*",
} as const satisfies PositionalOptions;

export interface WarningArguments {
  readonly quiet?: boolean | undefined;
  readonly "max-warnings"?: number | undefined;
}

/** The options of commands that report warnings. */
export const warningOptions = {
  quiet: { type: "boolean", group: optionsGroup, describe: "Report errors only, no warnings" },
  "max-warnings": {
    type: "number",
    group: optionsGroup,
    requiresArg: true,
    coerce: (given: number | readonly number[]): number => {
      const most = lastValue<number>(given);
      if (!Number.isInteger(most) || most < 0) {
        throw new Error("--max-warnings must be an integer of at least 0. With 0, any warning is a failure.");
      }
      return most;
    },
    describe: "Exit with code 1 if there are more warnings than this",
  },
} as const;

/** The diagnostics to report. */
export function withoutQuieted(diagnostics: readonly Diagnostic[], { quiet }: WarningArguments): readonly Diagnostic[] {
  return quiet === true ? diagnostics.filter(({ severity }) => severity === "error") : diagnostics;
}

/** Returns whether there are more warnings than allowed, and reports that on standard error. */
export function reportExcessWarnings(diagnostics: readonly ShownDiagnostic[], args: WarningArguments): boolean {
  const most = args["max-warnings"] ?? Infinity;
  const count = diagnostics.filter(({ severity }) => severity === "warning").length;
  if (count > most) {
    process.stderr.write(`${count} ${count === 1 ? "warning" : "warnings"}; --max-warnings allows ${most}.\n`);
  }
  return count > most;
}

/** The options that all exports share. */
export const exportOptions = {
  config: { ...textOption, describe: "Path of the configuration file" },
  caller: {
    type: "string",
    array: true,
    nargs: 1,
    group: optionsGroup,
    describe: "Include the fields and tags that are Omitted for all but this caller (repeatable)",
  },
  check: {
    type: "boolean",
    group: optionsGroup,
    describe: "Write nothing; list stale and missing files, and exit with code 1 if there are any",
  },
  clean: { type: "boolean", group: optionsGroup, describe: "Remove the exported files and nothing else" },
  ...warningOptions,
  ...filterOptions,
} as const;

/** The output formats of diagnostics: for people, for other tools (JSON), and for GitHub Actions. */
export const diagnosticFormats = ["pretty", "json", "github"] as const;

export type DiagnosticFormat = (typeof diagnosticFormats)[number];

/** The output formats of lint findings. */
export const lintFormats = ["pretty", "json", "github", "sarif"] as const;

export type LintFormat = (typeof lintFormats)[number];
