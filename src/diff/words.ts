import type { Doc } from "../ir/api.js";
import type { Change, Pair } from "./change.js";
import { areExamplesEqual } from "./examples.js";
import { localVerdicts } from "./local-verdicts.js";
import { memberPlace, pairMembers } from "./members.js";
import type { Pairing } from "./pairing.js";
import { toChange, type Place } from "./place.js";
import { definitionPlace } from "./tags.js";

/** Compares the documentation and the examples of corresponding definitions. */
export function compareWords(pairing: Pairing, pair: Pair): readonly Change[] {
  const before = pairing.before.definition(pair.before);
  const after = pairing.after.definition(pair.after);
  if (before.kind === "alias" || after.kind === "alias") {
    return [];
  }
  const self = definitionPlace(pair);
  const changes = [...compareDocs(self, before.doc, after.doc)];
  if (before.kind === after.kind) {
    const { common } = pairMembers(pairing, pair);
    const kind = before.kind === "struct" ? "field" : "tag";
    for (const sides of common) {
      if (sides.before.field.doc?.raw !== sides.after.field.doc?.raw) {
        changes.push(...compareDocs(memberPlace(pair, sides, kind), sides.before.field.doc, sides.after.field.doc));
      }
    }
  }
  if (before.kind === after.kind && !areExamplesEqual(pairing, pair)) {
    changes.push(toChange(self, "example-changed", localVerdicts["example-changed"]));
  }
  return changes;
}

export function compareDocs(place: Place, before: Doc | undefined, after: Doc | undefined): readonly Change[] {
  const details = { from: writtenText(before), to: writtenText(after) };
  return details.from === details.to ? [] : [toChange(place, "doc-changed", localVerdicts["doc-changed"], details)];
}

/** Returns the text as written, without the notices of annotations. Line breaks are treated as in {@link Doc}. */
export function writtenText(doc: Doc | undefined): string | undefined {
  return doc?.raw?.trim().replace(/\n+/g, (run) => (run.length === 1 ? " " : run.slice(1)));
}
