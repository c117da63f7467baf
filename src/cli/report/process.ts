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

/**
 * Whether to use colors. By default, they are used on a terminal. FORCE_COLOR and NO_COLOR change that; FORCE_COLOR
 * takes precedence, as in Node.
 */
export function usesColor(
  stream: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: terminal } = environment;
  if (force !== undefined) {
    return force !== "0" && force !== "false";
  }
  return (no ?? "") === "" && terminal !== "dumb" && stream.isTTY === true;
}

/** Makes the process exit silently if the reader of its output has gone, as in `ashlar ir | head`. */
export function endOnClosedPipe(streams: readonly NodeJS.WriteStream[]): void {
  for (const stream of streams) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") {
        throw error;
      }
      process.exit();
    });
  }
}
