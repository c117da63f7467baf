import type { Api, Namespace } from "../ir/api.js";
import type { Change } from "./change.js";
import { localVerdicts } from "./local-verdicts.js";
import { toChange } from "./place.js";

/** Returns the namespaces whose documentation has changed. */
export function compareNamespaceDocs(before: Api, after: Api): readonly Change[] {
  const oldNamespaces = new Map(before.namespaces.map((namespace) => [namespace.name, namespace]));
  return after.namespaces.flatMap((now) => {
    const old = oldNamespaces.get(now.name);
    if (old === undefined || linesOf(old) === linesOf(now)) {
      return [];
    }
    const place = {
      subject: now.name,
      mirror: now.name,
      step: "",
      kind: "other",
      isOmitted: false,
      before: undefined,
      after: undefined,
    };
    const details = { from: old.doc?.text, to: now.doc?.text };
    return [toChange({ ...place, kind: "other" }, "doc-changed", localVerdicts["doc-changed"], details)];
  });
}

/** Returns the lines of documentation, sorted, because their order depends on the order of the files. */
function linesOf({ doc }: Namespace): string {
  return (doc?.text ?? "").split("\n").sort().join("\n");
}
