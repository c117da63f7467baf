import type { ByteSource } from "./content.js";

/** The parts of an `IncomingMessage` of `node:http` that are used here. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The headers as they were sent: names and values alternate. */
  readonly rawHeaders?: readonly string[] | undefined;
  /** Whether the whole request has arrived. */
  readonly complete: boolean;
  readonly readableEnded: boolean;
  /** The number of bytes of the body that have been received but not read. */
  readonly readableLength: number;
  readonly destroyed: boolean;
  readonly socket?: NodeConnection | undefined;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end" | "close" | "error", listener: () => void): unknown;
  /** Returns all bytes that have been received but not read; null if there are none. */
  read(): Uint8Array | null;
  pause(): unknown;
  resume(): unknown;
  destroy(): unknown;
}

/** The parts of the `Socket` of a connection that are used here. */
export interface NodeConnection {
  readonly destroyed: boolean;
  /** Whether the connection uses TLS. */
  readonly encrypted?: boolean | undefined;
  /** Closes the connection when everything is sent. Node calls this after the last response. */
  destroySoon?: () => void;
  on(event: "close", listener: () => void): unknown;
  end(): unknown;
}

/** The parts of a `ServerResponse` of `node:http` that are used here. */
export interface NodeResponse {
  readonly headersSent: boolean;
  readonly destroyed: boolean;
  /** Whether the whole reply has been handed to the operating system. */
  readonly writableFinished: boolean;
  /** Whether Node has sent status 100. */
  readonly _sent100?: boolean | undefined;
  on(event: "error" | "drain" | "close", listener: () => void): unknown;
  writeHead(status: number, headers: Readonly<Record<string, string | string[]>>): unknown;
  writeContinue(): unknown;
  write(chunk: Uint8Array): boolean;
  end(body: string, encoding: "latin1" | "utf8"): unknown;
  destroy(): unknown;
}

/** A reply whose headers may have several values. */
export interface NodeReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | ByteSource;
}
