import { canonicalTimestamp } from "../../../templates/runtime/codecs/timestamp-format.js";

/**
 * Whether generated packages accept a timestamp: it is spelled exactly as the format prints it, and its parts do not
 * contradict each other. This is the check of the packages' runtime. Stone's compiler, whose rules {@link
 * timestampProblem} follows, accepts more.
 */
export function isAcceptedTimestamp(format: string, text: string): boolean {
  return canonicalTimestamp(text, format) !== undefined;
}
