import type { PlaceRule } from "./change.js";
import type { RouteRule } from "./route-change.js";
import type { Severity, Verdict } from "./verdict.js";

/** What has changed between two revisions of an API, and what it means for those who use it. */
export interface Report {
  readonly ashlarDiff: 1;
  readonly summary: Summary;
  /** By severity, then subject, then rule. */
  readonly findings: readonly Finding[];
  /** The verdicts of the routes that are affected, by name. */
  readonly routes: readonly (Verdict & { readonly route: string })[];
}

/** How many findings there are of each severity, and how many routes the two APIs have and the changes reach. */
interface Summary extends Readonly<Record<Severity, number>> {
  readonly semver: Semver;
  readonly routes: number;
  readonly routesReached: number;
}

/** By how much the version of the generated package should be raised. */
export type Semver = "major" | "minor" | "patch" | "none";

/** The words of all rules. */
export type Rule = PlaceRule | RouteRule;

export interface Finding {
  /** The rule and the subject, with a space between. */
  readonly id: string;
  readonly rule: Rule;
  /** The name of what has changed: `files.FileMetadata.size`, `files/copy:2#arg`. */
  readonly subject: string;
  readonly severity: Severity;
  /** The worst over all uses. */
  readonly verdict: Verdict;
  /** The same with the sides exchanged, if both ways were asked for: new clients call old servers. */
  readonly back?: Back;
  /** Present if what was hidden from callers or from logs may be visible now. */
  readonly privacy?: true;
  readonly message: string;
  /** What to do instead. */
  readonly help?: string;
  /** Types, defaults, names or values of attributes. */
  readonly detail?: { readonly from?: unknown; readonly to?: unknown };
  /** For each effect on messages, the message that shows it; present if messages were executed. */
  readonly proofs?: readonly Proof[];
  /** What the compiler says about old source of callers and handlers; present if it was compiled. */
  readonly sourceErrors?: { readonly caller?: string; readonly server?: string };
  /** The uses, by route and part. */
  readonly affects: readonly Affected[];
}

/** New client to old server, and the way back. */
export type Back = Pick<Verdict, "request" | "response">;

export interface Affected {
  readonly route: string;
  readonly part: "arg" | "result" | "error" | "route";
  /** From the part to what has changed: `result → ListFolderResult.entries[] → FileMetadata.size`. */
  readonly path: string;
}

/** What shows an effect on messages. */
export interface Proof {
  readonly direction: "request" | "response";
  /**
   * `executed`: the message below shows it. `declared`: it is not seen in JSON. `lost`: what is gone is never sent.
   * `uninhabited`: no message reaches the place. `described`: the message would be too long; that of the finding says what
   * it would have. `undecided`: no message was found that shows it.
   */
  readonly status: "executed" | "declared" | "lost" | "uninhabited" | "described" | "undecided";
  readonly route?: string;
  readonly part?: "arg" | "result" | "error";
  /** The message as text: integers keep all digits. */
  readonly json?: string;
  /** Where and why the reader refuses it. */
  readonly refusal?: { readonly path: string; readonly message: string };
  /** What writer and reader take it for, as JSON text. */
  readonly readings?: { readonly writer: string; readonly reader: string };
}
