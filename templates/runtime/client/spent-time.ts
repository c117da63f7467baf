import type { CallOptions } from "./options.js";

/** Passed with the options of a call, invisibly to callers. */
const spent: unique symbol = /*#__PURE__*/ Symbol("spent");

interface SpentOptions {
  readonly [spent]?: () => number;
}

/** Returns the options of a call of whose timeout a part has been spent. It counts for the first request of the call only. */
export function withSpentTime<Options extends CallOptions>(options: Options, milliseconds: number): Options {
  let untaken = milliseconds;
  const take = (): number => {
    const taken = untaken;
    untaken = 0;
    return taken;
  };
  const hidden: SpentOptions = { [spent]: take };
  return { ...options, ...hidden };
}

/** Returns the number of milliseconds that have been spent, and resets it. */
export function takeSpentTime(options: CallOptions & SpentOptions): number {
  return options[spent]?.() ?? 0;
}
