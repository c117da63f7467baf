/** What Vite's development server sends to pages: an error to lay over them, or the news that there is none any more. */
type Payload =
  | { type: "error"; err: { message: string; stack: string; [name: string]: unknown } }
  | { type: "update"; updates: never[] };

interface LogOptions {
  timestamp: true;
}

/** Vite's development server, as far as it is used here. */
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
    /** `null` where nothing is watched, as in `vitest run`: then it is a build like others. */
    readonly server: { readonly watch?: object | null | undefined };
    readonly logger: {
      error(message: string, options: LogOptions): void;
      warn(message: string, options: LogOptions): void;
      info(message: string, options: LogOptions): void;
    };
  };
}
