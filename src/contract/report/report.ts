import type { FindingCode, Severity } from "../findings/codes.js";

/** A request and its reply, without secrets. */
export interface ShownCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null if the request has none. Long text is cut; of long binary content only the length is shown: `(70000 bytes)`. */
  readonly body: string | null;
  /** Set if the body is binary, and shown as Base64. */
  readonly isBase64?: true;
  /** 0 if there was no reply. */
  readonly status: number;
  readonly reply: string;
  /** The number of equal calls before this one that are left out. */
  readonly repeated?: number;
}

/** What is wrong with a server. */
export interface ContractFinding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** The first route on which it was seen. */
  readonly route: string;
  /** All of them, if there are several. */
  readonly routes?: readonly string[];
  readonly title: string;
  readonly expected: string;
  /** Other forms of the same mistake. */
  readonly also?: readonly string[];
  /** Set if a rule of the protocol is broken, not of the specification; then `source` is the place of the route. */
  readonly isProtocol?: true;
  /** The place in the specification that says so. */
  readonly source: { readonly file: string; readonly line: number } | null;
  /** The calls that show it; the last reply is the wrong one. */
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
  /** Routes without a successful call, and what would be needed. */
  readonly notReached: readonly { readonly route: string; readonly why: string }[];
  /** Why the run has ended early; absent if it has not. */
  readonly stopped?: string;
}
