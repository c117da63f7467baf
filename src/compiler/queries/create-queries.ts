import { PlainQueries } from "./plain/queries.js";
import type { Queries } from "./queries.js";
import { RecordedQueries } from "./recorded/queries.js";

/** Whether results are computed only once, or again after each change of the inputs. */
export type Runs = "once" | "repeatedly";

/**
 * Creates queries. Recording what results read takes 3 to 4 % of the time of a compilation, so that it is done only if
 * inputs will change.
 */
export function createQueries(runs: Runs): Queries {
  return runs === "once" ? new PlainQueries() : new RecordedQueries();
}
