import { rmSync } from "node:fs";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PrintedFile } from "../../code/printed-file.js";

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
  const folder = await mkdtemp(join(tmpdir(), "ashlar-mock-"));
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    for (const { path, text } of files.filter(({ path }) => /^dist\/(?!cjs\/).*\.js$/.test(path))) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const load = async (path: string): Promise<Partial<Exports>> =>
      (await import(pathToFileURL(join(folder, path)).href)) as Partial<Exports>;
    const { createTwin } = await load("dist/testing/index.js");
    const { toNodeListener } = await load("dist/server/node.js");
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
