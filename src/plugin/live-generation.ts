import { setTimeout as elapsed } from "node:timers/promises";
import { isInput } from "../project/inputs.js";
import { bundlerError, type Failure } from "./failure.js";
import type { Run } from "./run.js";

/** How long to wait for more changes, such as those of a `git checkout`, in milliseconds. */
const pause = 20;

/**
 * How long after a run to check again for changes, in milliseconds. A watcher may report only one of two quick changes.
 */
const recheckPause = 200;

interface LiveGeneration {
  /** Generates the package, regenerates it after each change, and shows errors in the pages of the server. */
  start(server: DevelopmentServer): Promise<void>;
  /** Stops generating. Resolves when no run is in progress. */
  stop(): Promise<void>;
}

/** Keeps a package up to date while a development server runs. The page reloads because the generated files change. */
export function liveGeneration(run: () => Promise<Run>): LiveGeneration {
  let latest: Run | undefined;
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  let isStopped = false;

  const refresh = async (server: DevelopmentServer): Promise<void> => {
    const hadFailed = latest?.failure !== undefined;
    latest = await run();
    const { inputs, failure, warnings } = latest;
    server.watcher.add([...inputs.files, ...inputs.folders]);
    for (const warning of warnings) {
      server.config.logger.warn(warning, { timestamp: true });
    }
    if (failure !== undefined) {
      server.config.logger.error(inTerminal(failure), { timestamp: true });
      show(failure, server);
    } else if (hadFailed) {
      server.config.logger.info("The package is up to date again.", { timestamp: true });
      server.ws.send({ type: "update", updates: [] }); // removes the error, even if no file has changed
    }
    void recheck(latest, server);
  };

  const recheck = async (run: Run, server: DevelopmentServer): Promise<void> => {
    await elapsed(recheckPause, undefined, { ref: false });
    const isCurrent = run !== latest || (await run.isCurrent());
    if (!isCurrent && run === latest && !isStopped) {
      working = refresh(server);
    }
  };

  return {
    async start(server) {
      server.watcher.on("all", (_, path) => {
        if (latest !== undefined && isInput(latest.inputs, path)) {
          clearTimeout(timer);
          timer = setTimeout(() => {
            working = refresh(server);
          }, pause);
        }
      });
      // A page that is opened or reloaded later must also show the error.
      server.ws.on("connection", () => {
        if (latest?.failure !== undefined) {
          show(latest.failure, server);
        }
      });
      working = refresh(server);
      await working;
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}

function show(failure: Failure, server: DevelopmentServer): void {
  server.ws.send({ type: "error", err: { ...bundlerError(failure) } });
}

function inTerminal({ message, frame, stack }: Failure): string {
  return [message, frame, stack ?? ""].filter((text) => text !== "").join("\n");
}

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
