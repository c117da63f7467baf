/** What is used of an `IncomingMessage` of `node:http`. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders?: readonly string[] | undefined;
  /** The whole request has arrived. */
  readonly complete: boolean;
  readonly readableEnded: boolean;
  /** How many bytes of the body have come in and are not read yet. */
  readonly readableLength: number;
  readonly destroyed: boolean;
  readonly socket?: NodeConnection | undefined;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end" | "close" | "error", listener: () => void): unknown;
  /** All that has come in and is not read yet; null if that is nothing. */
  read(): Uint8Array | null;
  pause(): unknown;
  resume(): unknown;
  destroy(): unknown;
}

/** What is used of the `Socket` of a connection. */
export interface NodeConnection {
  readonly destroyed: boolean;
  on(event: "close", listener: () => void): unknown;
}

/** What is used of a `ServerResponse` of `node:http`. */
export interface NodeResponse {
  statusCode: number;
  readonly headersSent: boolean;
  readonly destroyed: boolean;
  /** All of the reply has been handed to the system. */
  readonly writableFinished: boolean;
  on(event: "error" | "drain" | "close", listener: () => void): unknown;
  setHeader(name: string, value: string): unknown;
  write(chunk: Uint8Array): boolean;
  end(body: string): unknown;
  destroy(): unknown;
}
