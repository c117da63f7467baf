import { filterOptions, optionsGroup, textOption, warningOptions } from "../options.js";

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
