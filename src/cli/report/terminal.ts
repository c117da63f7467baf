/** Whether to use colors: on a terminal, unless NO_COLOR or FORCE_COLOR is set. FORCE_COLOR takes precedence, as in Node. */
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

/** Lets the process end silently if the reader of its output is gone, as in `ashlar ir | head`. */
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
