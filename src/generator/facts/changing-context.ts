import { isEqual } from "../../ir/equal.js";
import type { Api } from "../../ir/api.js";
import { createQueries } from "../../compiler/queries/create-queries.js";
import { ApiData } from "./api-data.js";
import { recordingContext, type Context } from "./context.js";
import type { PackageOptions } from "./package-options.js";

/** The context of an API that changes from version to version. Facts are computed again only if what they have read has changed. */
export class ChangingContext {
  #context: Context | undefined;

  /**
   * Returns the context of the next version of the API. Unless the options have changed, it is the same object as before: contexts that
   * were returned earlier change with it.
   */
  update(api: Api, options: PackageOptions): Context {
    const before = this.#context;
    if (before !== undefined && isEqual(before.options, options)) {
      before.data.update(api);
      return before;
    }
    const queries = createQueries("repeatedly");
    const context = recordingContext(new ApiData(queries, api), queries, options);
    this.#context = context;
    return context;
  }
}
