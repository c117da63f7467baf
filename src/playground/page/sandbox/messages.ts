/* The messages between the page, the frame of the sandbox, and the worker in it. */

export type ToFrame =
  /** Starts a worker, which replaces the previous one. */
  | { readonly kind: "start"; readonly id: number; readonly script: string }
  | { readonly kind: "post"; readonly message: ToWorker }
  | { readonly kind: "stop" };

export type FromFrame =
  | { readonly id: 0; readonly kind: "ready" }
  | { readonly id: number; readonly kind: "message"; readonly message: unknown }
  | { readonly id: number; readonly kind: "error"; readonly text: string };

/** A request to check JSON against a type. */
export interface ToWorker {
  readonly check: number;
  readonly module: string;
  readonly decode: string;
  readonly json: string;
}

export type FromWorker =
  | { readonly kind: "console"; readonly level: ConsoleLevel; readonly text: string }
  /** The program has ended. */
  | { readonly kind: "done" }
  | { readonly kind: "checked"; readonly check: number; readonly problem: Problem | undefined };

export type ConsoleLevel = "log" | "warn" | "error";

/** A problem in JSON. `segments` is the path of the value: names of members and indexes. */
export interface Problem {
  readonly message: string;
  readonly segments: readonly (string | number)[];
}
