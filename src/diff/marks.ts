import type { Field, Redactor } from "../ir/api.js";
import { isEqual } from "../ir/equal.js";
import type { Change } from "./change.js";
import { localVerdicts } from "./local-verdicts.js";
import { toChange, type Place } from "./place.js";

/** The annotations of a field, tag or alias, except `Omitted`. */
type Marked = Pick<Field, "redactor" | "annotations"> & Partial<Pick<Field, "deprecated" | "preview">>;

export function compareMarks(place: Place, before: Marked, after: Marked): readonly Change[] {
  const changes: Change[] = [];
  if (before.deprecated !== after.deprecated) {
    const rule = after.deprecated === true ? "field-deprecated" : "field-undeprecated";
    changes.push(toChange(place, rule, localVerdicts[rule]));
  }
  if (before.preview !== after.preview) {
    const details = { from: before.preview, to: after.preview };
    changes.push(toChange(place, "preview-changed", localVerdicts["preview-changed"], details));
  }
  const from = redactionOf(before.redactor);
  const to = redactionOf(after.redactor);
  if (!isEqual(from, to)) {
    const details = { from, to, isPrivate: from !== undefined };
    changes.push(toChange(place, "redaction-changed", localVerdicts["redaction-changed"], details));
  }
  if (!isEqual(before.annotations, after.annotations)) {
    const details = { from: before.annotations, to: after.annotations };
    changes.push(toChange(place, "annotation-changed", localVerdicts["annotation-changed"], details));
  }
  return changes;
}

/** Returns the effect of a redactor, regardless of its name. */
function redactionOf(redactor: Redactor | undefined): Pick<Redactor, "kind" | "regex"> | undefined {
  return redactor && { kind: redactor.kind, regex: redactor.regex };
}
