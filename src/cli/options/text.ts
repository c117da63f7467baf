import { optionsGroup } from "./filters.js";
import { lastValue } from "./last-value.js";

/** An option that has a string as its value. If it is passed several times, the last value counts. */
export const textOption = {
  type: "string",
  requiresArg: true,
  coerce: lastValue<string | undefined>,
  group: optionsGroup,
} as const;
