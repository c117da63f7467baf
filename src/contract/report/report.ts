import type { FindingCode, Severity } from "../findings/codes.js";
import type { UncomparedContent } from "../coverage.js";
import type { Untried } from "../run-contract.js";

/** A request and its reply, without secrets. */
export interface ShownCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null if the request has none. Long text is truncated; long binary content is replaced by its length: `(70000 bytes)`. */
  readonly body: string | null;
  /** Set if the body is binary and is shown as Base64. */
  readonly isBase64?: true;
  /** The variables, such as `$API_TOKEN`, that stand for secrets in the data of the call: in its body, or in a header with JSON. */
  readonly variables?: readonly string[];
  /** 0 if there was no reply. */
  readonly status: number;
  readonly reply: string;
  /** The number of equal calls before this one that are left out. */
  readonly repeated?: number;
}

/** A problem of a server. */
export interface ContractFinding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** The first route on which the problem was seen. */
  readonly route: string;
  /** All routes on which the problem was seen, if there are several. */
  readonly routes?: readonly string[];
  readonly title: string;
  readonly expected: string;
  /** Other forms of the same mistake. */
  readonly also?: readonly string[];
  /** Set if a rule of the protocol is violated, not of the specification; `source` is then the declaration of the route. */
  readonly isProtocol?: true;
  /** The violated declaration in the specification. */
  readonly source: { readonly file: string; readonly line: number } | null;
  /** The calls that show the problem; the last reply is the incorrect one. */
  readonly calls: readonly ShownCall[];
  readonly count: number;
}

export interface ContractReport {
  readonly findings: readonly ContractFinding[];
  readonly coverage: Readonly<
    Record<string, { readonly success: number; readonly errors: Readonly<Record<string, number>> }>
  >;
  readonly calls: number;
  readonly seed: number;
  /** Routes without a successful call, and the reason. */
  readonly notReached: readonly { readonly route: string; readonly why: string }[];
  /** Uploads whose contents were not compared with downloads, and why; absent if there are none. */
  readonly uncompared?: readonly UncomparedContent[];
  /** Why the run ended early; absent if it did not. */
  readonly stopped?: string;
  /** What the run has not tried before it ended; absent if it has tried everything. */
  readonly untried?: Untried;
}
