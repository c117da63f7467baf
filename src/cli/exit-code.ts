/** What the process tells its caller. */
export const exitCode = {
  done: 0,
  /** The specification has errors, or what was generated is out of date. */
  specIsWrong: 1,
  /** The command line, the configuration or a file that they name is wrong. */
  usageIsWrong: 2,
  /** Ashlar itself failed (EX_SOFTWARE of sysexits.h). */
  bug: 70,
} as const;
