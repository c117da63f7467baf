import type { Wire } from "../server/scenario.js";
import type { Stored } from "./stored.js";

/** The task of a process of this suite. It is sent to processes as JSON. */
export interface Task {
  /** The name of the scenario. */
  readonly scenario: string;
  readonly wire: Wire;
  readonly stored: Stored;
  /** The module of the server, to be run by Node. */
  readonly serve: string;
}

/** The resources that a server has used. */
export interface Usage {
  /** The CPU time in milliseconds. */
  readonly cpu: number;
  /** The memory of the process (RSS) in bytes. */
  readonly memory: number;
  /** The used heap in bytes; only present after a garbage collection. */
  readonly heap?: number;
}

/** The results of sustained load. */
export interface Sustained {
  readonly calls: number;
  readonly failed: number;
  /** The usage after the warm-up. */
  readonly before: Usage;
  /** The peak memory afterwards, in bytes. */
  readonly peak: number;
  readonly after: Usage;
}
