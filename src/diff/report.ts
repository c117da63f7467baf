import type { PlaceRule, Replacement } from "./change.js";
import type { RouteRule } from "./route-change.js";
import type { Severity, Verdict } from "./verdict.js";

/** The changes between two revisions of an API, and their consequences for users. */
export interface Report {
  readonly ashlarDiff: 1;
  readonly summary: Summary;
  /** The findings by severity, then subject, then rule. */
  readonly findings: readonly Finding[];
  /** The verdicts of the affected routes. */
  readonly routes: readonly (Verdict & { readonly route: string })[];
}

/** The number of findings of each severity, of routes in the old API, and of affected routes, including new ones. */
interface Summary extends Readonly<Record<Severity, number>> {
  readonly semver: Semver;
  readonly routes: number;
  readonly routesReached: number;
}

/** Which part of the version of the generated package should be incremented. */
export type Semver = "major" | "minor" | "patch" | "none";

/** The names of all rules. */
export type Rule = PlaceRule | RouteRule;

export interface Finding {
  /** The rule and the subject, separated by a space. */
  readonly id: string;
  readonly rule: Rule;
  /** The name of the subject: `files.FileMetadata.size`, `files/copy:2#arg`. */
  readonly subject: string;
  readonly severity: Severity;
  /** The worst verdict of all uses. */
  readonly verdict: Verdict;
  /** The verdict if new clients call old servers; present if both directions were requested. */
  readonly back?: Back;
  /** Present if data that was hidden from callers or from logs may be visible now. */
  readonly privacy?: true;
  readonly message: string;
  /** How to avoid the problem. */
  readonly help?: string;
  /** The types, defaults, names or attribute values on both sides. */
  readonly detail?: { readonly from?: unknown; readonly to?: unknown };
  /** Present if the removed subject was deprecated. */
  readonly wasDeprecated?: true;
  /** The name of the route by which the removed route was deprecated, if the new API has it. */
  readonly successor?: string;
  /** Present if a place refers to another type, which has or lacks the subject, unlike the type before. */
  readonly replacement?: Replacement;
  /** Present if the type of a part of a route, or of an alias, is another one: how the two types differ. */
  readonly differences?: readonly Difference[];
  /** For each effect on messages, the message that demonstrates it; present if messages were executed. */
  readonly proofs?: readonly Proof[];
  /** The uses, by route and part. */
  readonly affects: readonly Affected[];
}

/** A difference between a type and the type that replaces it. */
export interface Difference extends Pick<Verdict, "request" | "response">, Pick<Finding, "rule" | "detail"> {
  /** The steps from the place to the difference. */
  readonly path: string;
}

/** The verdicts on requests of new clients to old servers, and on the responses. */
export type Back = Pick<Verdict, "request" | "response">;

export interface Affected {
  readonly route: string;
  readonly part: "arg" | "result" | "error" | "route";
  /** The steps from the part to the change: `result → ListFolderResult.entries[] → FileMetadata.size`. */
  readonly path: string;
}

/** The evidence for an effect on messages. */
export interface Proof {
  readonly direction: "request" | "response";
  /**
   * `executed`: the message below demonstrates it. `declared`: it is not visible in JSON. `lost`: a removed value is
   * never sent. `uninhabited`: no message can contain the place. `described`: the message would be too long; the text
   * of the finding describes it. `undecided`: no message was found that demonstrates it.
   */
  readonly status: "executed" | "declared" | "lost" | "uninhabited" | "described" | "undecided";
  readonly route?: string;
  readonly part?: "arg" | "result" | "error";
  /** The message as text: integers keep all digits. */
  readonly json?: string;
  /** Where and why the reader rejects it. */
  readonly refusal?: { readonly path: string; readonly message: string };
  /** The interpretations of writer and reader, as JSON text. */
  readonly readings?: { readonly writer: string; readonly reader: string };
}
