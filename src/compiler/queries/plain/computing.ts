import type { Finding, Report } from "../../../text/diagnostics/diagnostic.js";
import { limitedReport } from "../../../text/diagnostics/limited-report.js";
import { inOrder, type Findings } from "../findings.js";

/** Runs computations and collects their findings. */
export class Computing {
  #hasRun = false;
  /** The number of nested computations that are running. */
  #depth = 0;
  /** The findings of the innermost running computation so far. */
  #findings: Finding[] | undefined;
  /** Adds a finding to the innermost running computation. */
  #report: Report | undefined;
  readonly #found: Findings[] = [];

  /** Whether something has been computed. After that, inputs must not change. */
  get hasRun(): boolean {
    return this.#hasRun;
  }

  report(finding: Finding): void {
    if (this.#depth === 0) {
      throw new Error("A finding was reported outside of any computation.");
    }
    this.#report ??= limitedReport((this.#findings ??= []));
    this.#report(finding);
  }

  allFindings(): Finding[] {
    return inOrder(this.#found);
  }

  /** Computes a value for the query whose number is `order`. */
  compute<K, Value>(compute: (key: K) => Value, key: K, order: number): Value {
    const findings = this.#findings;
    const report = this.#report;
    this.#findings = undefined;
    this.#report = undefined;
    this.#hasRun = true;
    this.#depth++;
    try {
      const value = compute(key);
      this.#keepFindings(order);
      return value;
    } finally {
      this.#depth--;
      this.#findings = findings;
      this.#report = report;
    }
  }

  #keepFindings(order: number): void {
    const findings = this.#findings;
    if (findings !== undefined) {
      this.#found.push({ order, findings });
    }
  }
}
