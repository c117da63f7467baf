import { ApiData, type NamespaceData } from "../facts/api-data.js";
import { recordingContext, type Context } from "../facts/context.js";
import type { PackageOptions } from "../facts/package-options.js";
import { commonFiles, dividedModules, wholeModules } from "../emit/package/package.js";
import type { Api } from "../ir/api.js";
import { createQueries } from "../queries/create-queries.js";
import type { Query } from "../queries/query.js";
import type { Result } from "../queries/result.js";
import { DividedTexts } from "./divided-texts.js";
import { toUnit, type PrintedUnit } from "./print-emitted.js";

/** The files of Ashlar's own emitters for an API that changes from version to version. */
export class PackageTexts {
  readonly #data: ApiData;
  readonly #context: Context;
  readonly #divided: readonly DividedTexts[];
  readonly #whole: readonly Query<NamespaceData, readonly PrintedUnit[]>[];
  readonly #common: readonly Result<readonly PrintedUnit[]>[];

  constructor(api: Api, options: PackageOptions) {
    const queries = createQueries("repeatedly");
    const data = new ApiData(queries, api);
    const context = recordingContext(data, queries, options);
    this.#data = data;
    this.#context = context;
    this.#divided = dividedModules.map((divided) => new DividedTexts(divided, context));
    this.#whole = wholeModules.map((emit) =>
      queries.query((namespace: NamespaceData) => {
        const module = emit(namespace, context);
        return module === undefined ? [] : [toUnit(module)];
      }),
    );
    this.#common = commonFiles.map((emit) => queries.single(() => emit(context).map(toUnit)));
  }

  /** Replaces the API with its next version. */
  update(api: Api): void {
    this.#data.update(api);
  }

  get options(): PackageOptions {
    return this.#context.options;
  }

  /** Returns all files except the runtime, in no particular order. Unchanged files are the same objects as before. */
  list(): readonly PrintedUnit[] {
    return [
      ...this.#common.flatMap((files) => files.get()),
      ...this.#data.namespaces.flatMap((namespace) => [
        ...this.#divided.filter((divided) => divided.isWanted(namespace)).map((divided) => divided.of(namespace)),
        ...this.#whole.flatMap((module) => module.get(namespace)),
      ]),
    ];
  }
}
