import { namespaceFact } from "../../facts/api-fact.js";
import { unnamedParts } from "../../facts/unnamed-parts.js";

/** The parts of the routes of a namespace that have their own codecs. */
export const unnamedPartsIn = namespaceFact(({ routes }) => unnamedParts(routes));
