import type { Diagnostic, ShownDiagnostic } from "../../text/diagnostics/diagnostic.js";
import { optionsGroup } from "./filters.js";
import { lastValue } from "./last-value.js";

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
export function exceedsMaxWarnings(diagnostics: readonly ShownDiagnostic[], args: WarningArguments): boolean {
  const most = args["max-warnings"] ?? Infinity;
  const count = diagnostics.filter(({ severity }) => severity === "warning").length;
  if (count > most) {
    process.stderr.write(`${count} ${count === 1 ? "warning" : "warnings"}; --max-warnings allows ${most}.\n`);
  }
  return count > most;
}
