import type { Changes } from "../features/code-lenses.js";
import type { Snapshot } from "../features/project.js";
import type { Api } from "../../ir/api.js";
import type { LoadedConfig } from "../../project/load-config.js";

/** The revision that a project is compared with. */
export interface Baseline {
  readonly revision: string;
  /**
   * Returns the severity of the change of each definition that has changed since the baseline. Definitions have the
   * names that `ashlar diff` prints.
   */
  readonly compare: (now: Api) => ReadonlyMap<string, string>;
}

/** Reads the revision that a configuration compares with; undefined if there is none. */
export type ReadBaseline = (loaded: LoadedConfig) => Promise<Baseline | undefined>;

/** The changes of projects since their baselines, computed once for each state of a project (LSP-35). */
export class ChangesSinceBaseline {
  readonly #read: ReadBaseline;
  /** The baseline of each configuration. A reloaded configuration is a new key. */
  readonly #baselines = new WeakMap<LoadedConfig, Promise<Baseline | undefined>>();
  readonly #changes = new WeakMap<Snapshot, Changes>();

  constructor(read: ReadBaseline) {
    this.#read = read;
  }

  /** Returns the changes; undefined if there is no baseline, or while there are errors. */
  async of(snapshot: Snapshot, loaded: LoadedConfig): Promise<Changes | undefined> {
    const changesBefore = this.#changes.get(snapshot);
    if (changesBefore !== undefined || snapshot.findings.some(({ severity }) => severity === "error")) {
      return changesBefore;
    }
    const reading = this.#baselines.get(loaded) ?? this.#read(loaded);
    this.#baselines.set(loaded, reading);
    const baseline = await reading;
    if (baseline === undefined) {
      return undefined;
    }
    const changes = { since: baseline.revision, severities: baseline.compare(snapshot.api) };
    this.#changes.set(snapshot, changes);
    return changes;
  }
}
