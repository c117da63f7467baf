import type { Report } from "../../../diff/report.js";
import type { BindingOptions } from "../../../facts/binding-options.js";
import type { Api } from "../../../ir/api.js";
import { checkSource } from "./check-source.js";
import { findCompiler } from "./compiler.js";
import { findSourceErrors } from "./source-errors.js";
import { describeWrongClaim, findWrongClaims } from "./wrong-claims.js";

/**
 * Adds the TypeScript compiler's messages about old source to a report. Also returns a description of each case in which the
 * compiler contradicts the verdict of a rule. Uses the compiler that is installed for the working directory or next to
 * Ashlar; throws a UsageError if there is none.
 */
export async function proveSource(
  report: Report,
  before: Api,
  after: Api,
  binding: BindingOptions | undefined,
): Promise<{ readonly report: Report; readonly contradictions: readonly string[] }> {
  const compiler = findCompiler(process.cwd());
  if (report.findings.length === 0) {
    return { report, contradictions: [] };
  }
  const [claims = []] = await checkSource([{ before, after, report }], compiler, binding);
  const findings = report.findings.map((finding) => {
    const sourceErrors = findSourceErrors(finding, claims);
    return sourceErrors === undefined ? finding : { ...finding, sourceErrors };
  });
  return {
    report: { ...report, findings },
    contradictions: findWrongClaims(claims).map(describeWrongClaim),
  };
}
