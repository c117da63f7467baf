import type { Wire } from "../server/scenario.js";
import type { Stored } from "./stored.js";

/** All that a process of this suite has to know. It travels to processes as JSON. */
export interface Task {
  /** The name of the scenario. */
  readonly scenario: string;
  readonly wire: Wire;
  readonly stored: Stored;
  /** The module that serves, to be run by Node. */
  readonly serve: string;
}

/** What a server has used. */
export interface Usage {
  /** The time that the processor has spent on it, in milliseconds. */
  readonly cpu: number;
  /** The memory that the process has (RSS), in bytes. */
  readonly memory: number;
  /** The bytes in the heap that are in use; only known where garbage was to be collected. */
  readonly heap?: number;
}

/** What has come of calls that were made for a while. */
export interface Sustained {
  readonly calls: number;
  readonly failed: number;
  /** What the service had used after it had become warm. */
  readonly before: Usage;
  /** The most memory that it had afterwards, in bytes. */
  readonly peak: number;
  readonly after: Usage;
}
