import { ApiData, type NamespaceData } from "../facts/api-data.js";
import { createNamedFacts } from "../facts/api-fact.js";
import { apiTexts, changedInputs, type ApiTexts } from "../facts/api-texts.js";
import { recordingContext } from "../facts/context.js";
import type { PackageOptions } from "../facts/package-options.js";
import type { Api } from "../ir/api.js";
import { emitDivided } from "../emit/package/divided-module.js";
import { commonFiles, dividedModules, wholeModules } from "../emit/package/package.js";
import type { GeneratedFile } from "../code/module.js";
import { Queries } from "../queries/queries.js";
import type { Query } from "../queries/query.js";
import type { Result } from "../queries/result.js";
import { restoreResults, saveResults, type SavedResults } from "../queries/saved-results.js";
import { toUnit, type PrintedUnit } from "./print-emitted.js";

/** What a process has read to build a package, for the next one with the same build of Ashlar and the same options. */
export interface BuildRecord {
  readonly texts: ApiTexts;
  /** What each unit was computed from. */
  readonly results: SavedResults;
}

/** What an earlier process has left. */
export interface EarlierBuild {
  readonly record: BuildRecord;
  /** The ids of the units whose files are still there as they were written. */
  readonly intact: ReadonlySet<string>;
}

type Printed = readonly PrintedUnit[];

/** Files that are built together: most often a module in its three forms. */
interface Unit {
  readonly id: string;
  /** Undefined if an earlier process has built the same. */
  readonly files: Printed | undefined;
}

/**
 * The files that Ashlar itself emits, for a process that builds them once. What an earlier process has built is built again only
 * if something differs that was read for it.
 */
export class PackageUnits {
  readonly #texts: ApiTexts;
  readonly #results: readonly (Result<undefined, Printed> | Result<NamespaceData, Printed>)[];
  readonly #intact: ReadonlySet<string>;

  constructor(api: Api, options: PackageOptions, earlier: EarlierBuild | undefined) {
    const queries = new Queries();
    const data = new ApiData(queries, api);
    const context = recordingContext(data, queries, options);
    const print = (files: readonly GeneratedFile[]): Printed => files.map(toUnit);
    const common = commonFiles.map((emit, index) => queries.single(() => print(emit(context)), `common ${index}`));
    const modules: readonly Query<NamespaceData, Printed>[] = [
      ...dividedModules.map((divided) =>
        queries.query(
          (namespace: NamespaceData) => print([emitDivided(divided, namespace, context)]),
          `divided ${divided.file}`,
        ),
      ),
      ...wholeModules.map((emit, index) =>
        queries.query((namespace: NamespaceData) => print([emit(namespace, context) ?? []].flat()), `module ${index}`),
      ),
    ];
    this.#texts = apiTexts(api);
    this.#intact = earlier?.intact ?? new Set();
    if (earlier !== undefined) {
      createNamedFacts(context);
      restoreResults(
        earlier.record.results,
        (id) => data.findInput(id),
        (name, key) => queries.findResult(name, data.findKey(key)),
      );
      data.touch(changedInputs(earlier.record.texts, this.#texts));
    }
    this.#results = [
      ...common,
      ...data.namespaces.flatMap((namespace) => modules.map((module) => module.result(namespace))),
    ];
  }

  /** All units, in no particular order. */
  list(): readonly Unit[] {
    return this.#results.map((result) => {
      const id = result.id ?? "";
      return { id, files: this.#intact.has(id) && result.isCurrent() ? undefined : result.get() };
    });
  }

  /** The record of what was listed. */
  record(): BuildRecord {
    return { texts: this.#texts, results: saveResults(this.#results) };
  }
}
