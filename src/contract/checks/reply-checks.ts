import type { Check } from "./check.js";
import { contentLength } from "./content-length.js";
import { contentType } from "./content-type.js";
import { errorType } from "./error-type.js";
import { resultType } from "./result-type.js";
import { serverError } from "./server-error.js";
import { undocumentedStatus } from "./undocumented-status.js";

/**
 * The checks of every reply, in order. Only the first problem is reported, because later checks would find its consequences.
 */
export const replyChecks: readonly Check[] = [
  serverError,
  undocumentedStatus,
  contentLength,
  contentType,
  resultType,
  errorType,
];
