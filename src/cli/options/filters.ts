import type { Options } from "yargs";
import { lastValue } from "./last-value.js";

/** The heading for options that are not filters. Declaring it explicitly makes yargs list them before the filters. */
export const optionsGroup = "Options:";

const group = "Filters:";
const listOption = { type: "string", array: true, nargs: 1, group } as const satisfies Options;

/** The filters of Stone's command line, under the same names. */
export const filterOptions = {
  "route-whitelist-filter": {
    alias: "r",
    type: "string",
    requiresArg: true,
    coerce: lastValue<string | undefined>,
    group,
    describe: "Keep only the routes and types that this JSON file lists, and what they need",
  },
  "whitelist-namespace-routes": {
    ...listOption,
    alias: "w",
    describe: "Keep only the routes of this namespace (repeatable)",
  },
  "blacklist-namespace-routes": {
    ...listOption,
    alias: "b",
    describe: "Drop the routes of this namespace (repeatable)",
  },
  "filter-by-route-attr": {
    alias: "f",
    type: "string",
    requiresArg: true,
    coerce: lastValue<string | undefined>,
    group,
    describe: 'Keep only the routes whose attributes match, such as \'style="rpc" and auth!="team"\'',
  },
  attribute: {
    ...listOption,
    alias: "a",
    describe:
      "Keep only this route attribute (repeatable); :all stands for all attributes declared in stone_cfg itself",
  },
} as const satisfies Readonly<Record<string, Options>>;
