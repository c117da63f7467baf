import { namespaceFact } from "../../facts/api-fact.js";
import { unnamedParts } from "../../facts/unnamed-parts.js";

/** Returns the route parts of a namespace that have their own codecs, because their types have no names. */
export const unnamedPartsIn = namespaceFact(({ routes }) => unnamedParts(routes));
