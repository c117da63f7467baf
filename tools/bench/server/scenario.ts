/** Repeated calls of one kind, and their responses. It is sent to processes as JSON. */
export interface Scenario {
  readonly name: string;
  /** The route, such as `files/get_metadata`. */
  readonly route: string;
  readonly style: "rpc" | "upload" | "download";
  /** The JSON text of the argument, which may be invalid; empty if there is none. */
  readonly arg: string;
  readonly status: number;
  /** The JSON of the result, or of the route's error if the status is 409. */
  readonly answer: unknown;
}

/** The wire binding of the package. */
export interface Wire {
  readonly prefix: string;
  readonly headers: { readonly arg: string; readonly result: string };
}

/** The JSON Schemas of the argument, result and error of a route. */
export interface Schemas {
  readonly arg: object;
  readonly result: object;
  readonly error: object;
}

/** The task of a process of this suite. */
export interface Task {
  readonly scenario: Scenario;
  readonly wire: Wire;
  /** The folder of the generated package. */
  readonly api: string;
  /** Absent if Fastify does not contend. */
  readonly schemas?: Schemas;
  /** The module of the server, to be run by Node. */
  readonly serve: string;
}

/** Returns the content of uploads and downloads: one megabyte. */
export function content(): Uint8Array {
  return Uint8Array.from({ length: 1_000_000 }, (_, index) => (index * 7) % 256);
}
