import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PrintedFile } from "../build/printed-file.js";

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
}

export interface LoadTwinOptions {
  readonly seed: number;
  readonly latency: number;
  readonly model: unknown;
  readonly onCall: (call: MockedCall) => void;
}

interface Exports {
  readonly createTwin: (options: object) => Omit<LoadedTwin, "listener">;
  readonly toNodeListener: (twin: unknown) => RequestListener;
}

/** The Twin of a package's files, loaded from a temporary folder that is gone afterwards. */
export async function loadTwin(files: readonly PrintedFile[], options: LoadTwinOptions): Promise<LoadedTwin> {
  const folder = await mkdtemp(join(tmpdir(), "ashlar-mock-"));
  try {
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    const scripts = files.filter(({ path }) => /^dist\/(?!cjs\/).*\.js$/.test(path));
    for (const { path, text } of scripts) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const load = async (path: string): Promise<Partial<Exports>> =>
      (await import(pathToFileURL(join(folder, path)).href)) as Partial<Exports>;
    // What the Twin loads on demand is loaded now, while it is there.
    await Promise.all(scripts.filter(({ path }) => path.startsWith("dist/testing/")).map(({ path }) => load(path)));
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
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
