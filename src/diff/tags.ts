import type { Field } from "../ir/api.js";
import { qualified } from "../ir/names.js";
import type { Change, Pair } from "./change.js";
import { localVerdicts } from "./local-verdicts.js";
import { compareMarks } from "./marks.js";
import { findRenamed, memberPlace, pairMembers, replacementIn, suspectRenaming, toRenaming } from "./members.js";
import type { Pairing, Side } from "./pairing.js";
import { toChange, type Findings, type Place, type PlaceComparison } from "./place.js";

/** Compares the tags of two unions, including inherited ones, and whether they are open. */
export function compareTags(pairing: Pairing, places: PlaceComparison, pair: Pair, findings: Findings): void {
  const wasOpen = pairing.before.isOpen(pair.before);
  const isOpen = pairing.after.isOpen(pair.after);
  if (wasOpen !== isOpen) {
    const rule = isOpen ? "union-opened" : "union-closed";
    findings.changes.push(toChange(definitionPlace(pair), rule, localVerdicts[rule]));
  }
  const members = pairMembers(pairing, pair);
  const renaming = suspectRenaming(pairing, members);
  const replacement = replacementIn(pairing, pair);
  const renamed = findRenamed(pairing, members);
  for (const member of renamed) {
    findings.changes.push(toRenaming(pair, member, "tag", localVerdicts["tag-renamed"](wasOpen)));
  }
  for (const before of members.removed.filter((one) => renamed.every((member) => member.before !== one))) {
    const place = memberPlace(pair, { before }, "tag");
    const { type, deprecated } = before.field;
    const details = { from: type, wasDeprecated: deprecated, perhapsRenamed: renaming?.to, replacement };
    findings.changes.push(toChange(place, "tag-removed", localVerdicts["tag-removed"], details));
  }
  for (const after of members.added.filter((one) => renamed.every((member) => member.after !== one))) {
    const place = memberPlace(pair, { after }, "tag");
    const details = { to: after.field.type, perhapsRenamed: renaming?.from, replacement };
    findings.changes.push(toChange(place, "tag-added", localVerdicts["tag-added"](wasOpen), details));
  }
  for (const { before, after } of members.common) {
    const place = memberPlace(pair, { before, after }, "tag");
    findings.changes.push(...comparePermission(place, before.field, after.field, wasOpen));
    findings.changes.push(...compareMarks(place, before.field, after.field));
    const change = compareForms(pairing, place, before.field, after.field);
    if (change === undefined) {
      places.compare(place, before.field.type, after.field.type, findings);
    } else {
      findings.changes.push(change);
    }
  }
}

/** Returns the place of a definition itself. */
export function definitionPlace(pair: Pair): Place {
  return {
    subject: qualified(pair.after),
    mirror: qualified(pair.before),
    step: pair.after.name,
    kind: "other",
    isOmitted: false,
    before: pair.before,
    after: pair.after,
  };
}

/** Compares `Omitted`. For callers without the permission, adding it to a tag removes the tag. In source, the tag remains. */
function comparePermission(place: Place, before: Field, after: Field, wasOpen: boolean): readonly Change[] {
  const details = { from: before.omittedCaller ?? null, to: after.omittedCaller ?? null };
  const visible = { ...place, isOmitted: false };
  if (before.omittedCaller === after.omittedCaller) {
    return [];
  }
  if (before.omittedCaller === undefined) {
    return [toChange(visible, "tag-omitted", localVerdicts["tag-omitted"], details)];
  }
  if (after.omittedCaller === undefined) {
    return [
      toChange(visible, "tag-unomitted", localVerdicts["tag-unomitted"](wasOpen), { ...details, isPrivate: true }),
    ];
  }
  return [
    toChange(place, "omitted-caller-changed", localVerdicts["omitted-caller-changed"], { ...details, isPrivate: true }),
  ];
}

/** The position of a tag's value: none, beside `.tag`, or under the tag. */
type Form = "void" | "beside" | "under";

function formOf(side: Side, field: Field): Form {
  const bare = side.bare(field.type);
  if (bare.kind === "void") {
    return "void";
  }
  return side.plainStruct(bare) === undefined ? "under" : "beside";
}

/** Returns the change of a tag whose value moves to another position in messages; undefined if the position is the same. */
function compareForms(pairing: Pairing, place: Place, before: Field, after: Field): Change | undefined {
  const from = formOf(pairing.before, before);
  const to = formOf(pairing.after, after);
  const details = { from: before.type, to: after.type };
  if (from === to) {
    return undefined;
  }
  if (from === "void") {
    const verdict = localVerdicts["tag-value-added"](pairing.after.mayBeAbsent(after.type));
    return toChange(place, "tag-value-added", verdict, details);
  }
  if (to === "void") {
    const couldBeAbsent = pairing.before.mayBeAbsent(before.type);
    const struct = pairing.before.plainStruct(pairing.before.withoutNull(before.type));
    const hadFields = struct === undefined || pairing.before.allFields(struct.name).length > 0;
    const verdict = localVerdicts["tag-value-removed"](couldBeAbsent, hadFields);
    return toChange(place, "tag-value-removed", verdict, details);
  }
  const verdict = localVerdicts["tag-form-changed"](isValueIgnored(pairing.before, before));
  return toChange(place, "tag-form-changed", verdict, details);
}

/** Whether lenient readers treat a value under the tag as an unknown field of a struct without required fields. */
function isValueIgnored(side: Side, field: Field): boolean {
  const struct = side.plainStruct(side.withoutNull(field.type));
  return (
    struct !== undefined &&
    side.needsNothing(struct.name) &&
    side.allFields(struct.name).every((below) => below.field.name !== field.name)
  );
}
