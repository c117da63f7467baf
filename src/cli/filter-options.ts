import type { Options } from "yargs";
import { lastOf } from "./last-of.js";

const group = "Filters:";
const listOption = { type: "string", array: true, nargs: 1, group } as const satisfies Options;

/** The filters of Stone's command line, by their names there. */
export const filterOptions = {
  "route-whitelist-filter": {
    alias: "r",
    type: "string",
    requiresArg: true,
    coerce: lastOf<string | undefined>,
    group,
    describe: "Only the routes and types that this JSON file lists, with all they need",
  },
  "whitelist-namespace-routes": {
    ...listOption,
    alias: "w",
    describe: "Only routes of this namespace (repeatable)",
  },
  "blacklist-namespace-routes": {
    ...listOption,
    alias: "b",
    describe: "No routes of this namespace (repeatable)",
  },
  "filter-by-route-attr": {
    alias: "f",
    type: "string",
    requiresArg: true,
    coerce: lastOf<string | undefined>,
    group,
    describe: 'Only routes whose attributes are such, as in \'style="rpc" and auth!="team"\'',
  },
  attribute: {
    ...listOption,
    alias: "a",
    describe: "Only this route attribute (repeatable); :all for all of the schema's own",
  },
} as const satisfies Readonly<Record<string, Options>>;

/** What yargs makes of these options. */
export interface FilterArguments {
  readonly "route-whitelist-filter": string | undefined;
  readonly "whitelist-namespace-routes": readonly string[] | undefined;
  readonly "blacklist-namespace-routes": readonly string[] | undefined;
  readonly "filter-by-route-attr": string | undefined;
  readonly attribute: readonly string[] | undefined;
}
