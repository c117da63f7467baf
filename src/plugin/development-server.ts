/**
 * A message from Vite's development server to pages: an error for the overlay, or an update, which removes the error.
 */
type Payload =
  | { type: "error"; err: { message: string; stack: string; [name: string]: unknown } }
  | { type: "update"; updates: never[] };

interface LogOptions {
  timestamp: true;
}

/** The parts of Vite's development server that are used here. */
export interface DevelopmentServer {
  readonly watcher: {
    add(paths: string[]): unknown;
    on(event: "all", listener: (event: string, path: string) => void): unknown;
  };
  readonly ws: {
    send(payload: Payload): void;
    on(event: "connection", listener: () => void): void;
  };
  readonly config: {
    /** `null` if nothing is watched, as in `vitest run`, which then counts as an ordinary build. */
    readonly server: { readonly watch?: object | null | undefined };
    readonly logger: {
      error(message: string, options: LogOptions): void;
      warn(message: string, options: LogOptions): void;
      info(message: string, options: LogOptions): void;
    };
  };
}
