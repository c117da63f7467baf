import type { PositionalOptions } from "yargs";

/** The specifications that a command reads. */
export const specsPositional = {
  type: "string",
  array: true,
  default: undefined, // otherwise, the help would show "[default: []]"; `takeOperands` removes it
  describe:
    ".stone files, folders (searched recursively), globs, or - for standard input; by default, the specifications " +
    "of ashlar.config.*",
} as const satisfies PositionalOptions;
