import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { lastOf } from "./last-of.js";

export interface WarningArguments {
  readonly quiet?: boolean | undefined;
  readonly "max-warnings"?: number | undefined;
}

/** The options of commands that show warnings. */
export const warningOptions = {
  quiet: { type: "boolean", describe: "Show errors only" },
  "max-warnings": {
    type: "number",
    requiresArg: true,
    coerce: (given: number | readonly number[]): number => {
      const most = lastOf<number>(given);
      if (!Number.isInteger(most) || most < 0) {
        throw new Error("--max-warnings must be a number from 0, such as 0 to fail on any warning.");
      }
      return most;
    },
    describe: "Fail, with exit code 1, if there are more warnings than that",
  },
} as const;

/** What is to be shown of diagnostics. */
export function withoutQuieted(diagnostics: readonly Diagnostic[], { quiet }: WarningArguments): readonly Diagnostic[] {
  return quiet === true ? diagnostics.filter(({ severity }) => severity === "error") : diagnostics;
}

/** Whether there are more warnings than are allowed; then that is told on standard error. */
export function exceedsWarnings(diagnostics: readonly Diagnostic[], args: WarningArguments): boolean {
  const most = args["max-warnings"] ?? Infinity;
  const count = diagnostics.filter(({ severity }) => severity === "warning").length;
  if (count > most) {
    process.stderr.write(`${count} ${count === 1 ? "warning" : "warnings"}; --max-warnings allows ${most}.\n`);
  }
  return count > most;
}
