import type { PositionalOptions } from "yargs";

/** The specifications that a command reads. */
export const specsPositional = {
  type: "string",
  array: true,
  describe:
    "Files, folders (with all below) or globs of .stone files, or - for standard input; if left out, those of " +
    "ashlar.config.*",
} as const satisfies PositionalOptions;
