import type { Json } from "../ir/api.js";
import type { Credentials } from "./http/credentials.js";
import type { Fetch } from "./http/sender.js";

export const phases = ["examples", "values", "near-misses", "sequences", "transport"] as const;

export type Phase = (typeof phases)[number];

/** How a server is tested. Times are in milliseconds. */
export interface ContractOptions {
  readonly url: string;
  /** Host to its URL. */
  readonly hosts: Readonly<Record<string, string>>;
  readonly credentials: Credentials;
  readonly headers: Readonly<Record<string, string>>;
  /** Which routes may be called, by their effect. */
  readonly effects: "reads" | "writes" | "all";
  /** Whether the run may also destroy things that it has not created. */
  readonly destroysExisting: boolean;
  /** Whether the run calls a route. */
  readonly isSelected: (route: string) => boolean;
  readonly phases: ReadonlySet<Phase>;
  readonly calls: number;
  readonly timeMs: number;
  /** Calls per second; 0 means no limit. */
  readonly rate: number;
  readonly parallel: number;
  readonly jobTimeMs: number;
  readonly timeoutMs: number;
  readonly settleMs: number;
  readonly seed: number;
  /** Alias, or field of a route, to values that exist on the server. */
  readonly values: Readonly<Record<string, readonly Json[]>>;
  readonly isNewer: boolean;
  /** Pairs of routes that upload and download the same content. */
  readonly contents: readonly (readonly [string, string])[];
  /** Names of fields whose values may differ between two equal reads. */
  readonly volatile: readonly string[];
  /** Names of fields that contain lists whose order does not matter. */
  readonly unordered: readonly string[];
  readonly userAgent: string;
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

export interface Progress {
  readonly phase: string;
  readonly calls: number;
  readonly findings: number;
  readonly reached: number;
  readonly routes: number;
}
