import type { RequestListener } from "node:http";
import type { PrintedFile } from "../../code/printed-file.js";
import { loadPackage } from "../../generate/load-package.js";

/** A call that a Twin has answered. */
export interface MockedCall {
  readonly route: string | undefined;
  readonly version: number | undefined;
  readonly method: string;
  readonly status: number;
  readonly errorPath: string | undefined;
}

/** The Twin of a generated package. */
export interface LoadedTwin {
  readonly listener: RequestListener;
  /** Its state, if it has a model. */
  snapshot(): unknown;
  /** Takes over as much of a state as still fits. */
  restore(snapshot: unknown): void;
  /** Removes its files. */
  close(): void;
}

export interface LoadTwinOptions {
  readonly seed: number;
  readonly latency: number;
  readonly model: unknown;
  readonly onCall: (call: MockedCall) => void;
}

interface Exports {
  readonly createTwin: (options: object) => Pick<LoadedTwin, "snapshot" | "restore">;
  readonly toNodeListener: (twin: unknown) => RequestListener;
}

/** The Twin of a package's files, loaded from a temporary folder, from which it also loads later. */
export async function loadTwin(files: readonly PrintedFile[], options: LoadTwinOptions): Promise<LoadedTwin> {
  const generated = await loadPackage(files);
  const close = (): void => generated.close();
  try {
    const { createTwin } = (await generated.load("dist/testing/index.js")) as Partial<Exports>;
    const { toNodeListener } = (await generated.load("dist/server/node.js")) as Partial<Exports>;
    if (createTwin === undefined || toNodeListener === undefined) {
      throw new Error("The generated package has no Twin.");
    }
    const twin = createTwin({ ...options, control: true });
    return {
      listener: toNodeListener(twin),
      snapshot: () => twin.snapshot(),
      restore: (snapshot) => twin.restore(snapshot),
      close,
    };
  } catch (thrown) {
    close();
    throw thrown;
  }
}
