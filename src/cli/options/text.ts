import { optionsGroup } from "./filters.js";
import { lastValue } from "./last-value.js";

/** An option with a value. If it is passed several times, the last one counts. */
export const textOption = {
  type: "string",
  requiresArg: true,
  coerce: lastValue<string | undefined>,
  group: optionsGroup,
} as const;
