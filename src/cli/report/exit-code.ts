/** The exit codes of the process. */
export const exitCode = {
  done: 0,
  /** The specification has errors, or the generated package is out of date. */
  specIsWrong: 1,
  /** The command line, the configuration or a file that they name is invalid. */
  usageIsWrong: 2,
  /** Ashlar itself failed (EX_SOFTWARE of sysexits.h). */
  bug: 70,
} as const;
