import { nearestName } from "../../text/diagnostics/nearest-name.js";
import type { Api } from "../../ir/api.js";
import { qualified } from "../../ir/names.js";
import { UsageError } from "../../project/failure.js";

/** Throws a UsageError for a name that is neither a custom annotation nor an annotation type. */
export function checkAnnotation(name: string, api: Api): void {
  const names = api.namespaces.flatMap(({ name: namespace, annotations, annotationTypes }) =>
    [...annotations.filter(({ kind }) => kind === "custom"), ...annotationTypes].map((each) =>
      qualified({ namespace, name: each.name }),
    ),
  );
  if (!names.includes(name)) {
    const nearest = nearestName(name, names);
    const help =
      names.length === 0
        ? "The specification has no custom annotations."
        : nearest === undefined
          ? `The annotations are ${names.join(", ")}.`
          : `Did you mean '${nearest}'?`;
    throw new UsageError(`There is no custom annotation '${name}', and no type of annotations with that name. ${help}`);
  }
}
