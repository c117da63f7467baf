import type { Api } from "../../ir/api.js";
import type { Snapshot } from "../../language-server/features/project.js";
import { reviewForPackage } from "../../project/review.js";
import type { Shown } from "../messages.js";
import { packageOptions } from "./package-options.js";

/**
 * Returns the result of `compute` for the API of a snapshot; if there are errors, their number. `compute` receives the
 * same object until the API changes.
 */
export function unlessErrors<Value>(
  snapshot: Snapshot,
  compute: (api: Api) => Value | Promise<Value>,
): Shown<Value> | Promise<Shown<Value>> {
  const { api, findings } = snapshot;
  const specs = [...snapshot.files.values()];
  const { diagnostics } = reviewForPackage({ api, findings, specs }, specs, { binding: packageOptions.binding });
  const count = diagnostics.filter(({ severity }) => severity === "error").length;
  if (count > 0) {
    return { kind: "errors", count };
  }
  const value = compute(api);
  return value instanceof Promise
    ? value.then((settled) => ({ kind: "shown", value: settled }))
    : { kind: "shown", value };
}
