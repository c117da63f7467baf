import { isEqual } from "../ir/equal.js";
import type { Api } from "../ir/api.js";
import { createQueries } from "../queries/create-queries.js";
import { ApiData } from "./api-data.js";
import { recordingContext, type Context } from "./context.js";
import type { PackageOptions } from "./package-options.js";

/** The context of an API that changes from version to version. Facts are computed again only if what they have read has changed. */
export class ChangingContext {
  #data: ApiData | undefined;
  #context: Context | undefined;

  /** Returns the context for the next version of the API, which is the same object as before unless the options have changed. */
  of(api: Api, options: PackageOptions): Context {
    if (this.#data !== undefined && this.#context !== undefined && isEqual(this.#context.options, options)) {
      this.#data.update(api);
      return this.#context;
    }
    const queries = createQueries("repeatedly");
    this.#data = new ApiData(queries, api);
    this.#context = recordingContext(this.#data, queries, options);
    return this.#context;
  }
}
