import type { NamespaceData } from "../facts/api-data.js";
import type { Context } from "../facts/context.js";
import { commonFiles, dividedModules, wholeModules } from "../emit/package/package.js";
import type { Query } from "../../compiler/queries/query.js";
import type { Result } from "../../compiler/queries/result.js";
import { DividedTexts } from "./divided-texts.js";
import { printDirectly, type PrintedUnit } from "./print-emitted.js";

/** The files of Ashlar's own emitters in a context, whose API may change. */
export class PackageTexts {
  readonly context: Context;
  readonly #divided: readonly DividedTexts[];
  readonly #whole: readonly Query<NamespaceData, readonly PrintedUnit[]>[];
  readonly #common: readonly Result<readonly PrintedUnit[]>[];

  constructor(context: Context) {
    const { queries } = context;
    this.context = context;
    this.#divided = dividedModules.map((divided) => new DividedTexts(divided, context));
    this.#whole = wholeModules.map((emit) =>
      queries.query((namespace: NamespaceData) => {
        const module = emit(namespace, context);
        return module === undefined ? [] : [printDirectly(module)];
      }),
    );
    this.#common = commonFiles.map((emit) => queries.single(() => emit(context).map(printDirectly)));
  }

  /** Returns all files except the runtime, in no particular order. Unchanged files are the same objects as before. */
  list(): readonly PrintedUnit[] {
    return [
      ...this.#common.flatMap((files) => files.get()),
      ...this.context.data.namespaces.flatMap((namespace) => [
        ...this.#divided.filter((divided) => divided.isWanted(namespace)).map((divided) => divided.of(namespace)),
        ...this.#whole.flatMap((module) => module.get(namespace)),
      ]),
    ];
  }
}
