import type { Field, TagValue, Value } from "../ir/api.js";
import type { OwnedField } from "../ir/walk.js";
import type { Change, Pair } from "./change.js";
import { localVerdicts } from "./local-verdicts.js";
import { compareMarks } from "./marks.js";
import {
  findRenamed,
  memberPlace,
  pairMembers,
  replacementIn,
  suspectRenaming,
  toRenaming,
  type PairedMember,
} from "./members.js";
import type { Pairing, Side } from "./pairing.js";
import { toChange, type Findings, type Place, type PlaceComparison } from "./place.js";
import { verdictOfMoved } from "./subtypes.js";
import type { LocalVerdict } from "./verdict.js";

/** Compares the fields of two structs, including inherited ones. */
export function compareFields(pairing: Pairing, places: PlaceComparison, pair: Pair, findings: Findings): void {
  const members = pairMembers(pairing, pair);
  const renaming = suspectRenaming(pairing, members);
  const replacement = replacementIn(pairing, pair);
  const renamed = findRenamed(pairing, members).filter((member) => !hasMoved(pairing, pair, member));
  for (const member of renamed) {
    const isOnlyMissed = removal(pairing.before, member.before.field).verdict.res === "alters";
    findings.changes.push(toRenaming(pair, member, "field", localVerdicts["field-renamed"](isOnlyMissed)));
  }
  for (const before of members.removed.filter((one) => renamed.every((member) => member.before !== one))) {
    const { rule, verdict } = removal(pairing.before, before.field);
    const place = memberPlace(pair, { before }, "field");
    const { type, deprecated } = before.field;
    const details = { from: type, wasDeprecated: deprecated, perhapsRenamed: renaming?.to, replacement };
    findings.changes.push(toChange(place, rule, verdictOfMoved(pairing, pair, before.field.name, verdict), details));
  }
  for (const after of members.added.filter((one) => renamed.every((member) => member.after !== one))) {
    const { rule, verdict } = addition(pairing.after, after.field);
    const place = memberPlace(pair, { after }, "field");
    const details = { to: after.field.type, perhapsRenamed: renaming?.from, replacement };
    findings.changes.push(toChange(place, rule, verdictOfMoved(pairing, pair, after.field.name, verdict), details));
  }
  for (const { before, after } of members.common) {
    const place = memberPlace(pair, { before, after }, "field");
    findings.changes.push(...comparePermission(pairing, place, before, after));
    findings.changes.push(...comparePresence(pairing, place, before.field, after.field));
    findings.changes.push(...compareMarks(place, before.field, after.field));
    places.compare(place, before.field.type, after.field.type, findings);
  }
}

/** Whether a renamed field is one that all subtypes also have: it was moved between them and the base. */
function hasMoved(pairing: Pairing, pair: Pair, { before, after }: PairedMember): boolean {
  return [before, after].some(({ field }) => verdictOfMoved(pairing, pair, field.name, unmoved) !== unmoved);
}

const unmoved = localVerdicts["field-removed-optional"];

type Presence = "required" | "nullable" | "default";

/** Returns how a field may be absent. A field with a nullable alias may have the redundant default null, which does not count. */
function presenceOf(side: Side, field: Field): Presence {
  if (field.default !== undefined && field.default !== null) {
    return "default";
  }
  return side.isNullable(field.type) ? "nullable" : "required";
}

interface Outcome {
  readonly rule: Change["rule"];
  readonly verdict: LocalVerdict;
}

/** Judges an added field. Callers without the permission do not receive an omitted field, and in source it is optional. */
function addition(side: Side, field: Field): Outcome {
  const isOptional = presenceOf(side, field) !== "required";
  const rule = isOptional ? "field-added-optional" : "field-added-required";
  if (isOptional || field.omittedCaller !== undefined) {
    return { rule, verdict: localVerdicts["field-added-optional"] };
  }
  return { rule, verdict: localVerdicts["field-added-required"](side.isDefaultable(field.type)) };
}

function removal(side: Side, field: Field): Outcome {
  return presenceOf(side, field) === "required"
    ? {
        rule: "field-removed-required",
        verdict: localVerdicts["field-removed-required"](side.isDefaultable(field.type)),
      }
    : { rule: "field-removed-optional", verdict: localVerdicts["field-removed-optional"] };
}

/** Compares `Omitted`. For callers without the permission, adding it to a field removes the field. */
function comparePermission(
  pairing: Pairing,
  place: Place,
  { field: before }: OwnedField,
  { field: after }: OwnedField,
): readonly Change[] {
  const details = { from: before.omittedCaller ?? null, to: after.omittedCaller ?? null };
  const visible = { ...place, isOmitted: false };
  if (before.omittedCaller === after.omittedCaller) {
    return [];
  }
  if (before.omittedCaller === undefined) {
    const wasNullable = presenceOf(pairing.before, before) === "nullable";
    const verdict = localVerdicts["field-omitted"](removal(pairing.before, before).verdict, wasNullable);
    return [toChange(visible, "field-omitted", verdict, details)];
  }
  if (after.omittedCaller === undefined) {
    const verdict = localVerdicts["field-unomitted"](addition(pairing.after, after).verdict);
    return [toChange(visible, "field-unomitted", verdict, { ...details, isPrivate: true })];
  }
  return [
    toChange(place, "omitted-caller-changed", localVerdicts["omitted-caller-changed"], { ...details, isPrivate: true }),
  ];
}

function comparePresence(pairing: Pairing, place: Place, before: Field, after: Field): readonly Change[] {
  const old = presenceOf(pairing.before, before);
  const now = presenceOf(pairing.after, after);
  const details = { from: before.default, to: after.default };
  if (old === now) {
    return old === "default" && !isSameValue(before.default, after.default)
      ? [toChange(place, "default-changed", localVerdicts["default-changed"], details)]
      : [];
  }
  if (old === "required") {
    const verdict = localVerdicts["field-made-optional"](pairing.before.isDefaultable(before.type), now === "default");
    return [toChange(place, "field-made-optional", verdict, details)];
  }
  if (now === "required") {
    const verdict = localVerdicts["field-made-required"](pairing.after.isDefaultable(after.type));
    return [toChange(place, "field-made-required", verdict, details)];
  }
  const rule = now === "default" ? "default-added" : "default-removed";
  return [toChange(place, rule, localVerdicts[rule], details)];
}

/** Whether two defaults are equal. Tags are compared by name, because the comparison of the fields' types covers their unions. */
function isSameValue(a: Value | undefined, b: Value | undefined): boolean {
  return isTag(a) && isTag(b) ? a.tag === b.tag : a === b;
}

/** Whether a default is a tag. */
export function isTag(value: Value | undefined): value is TagValue {
  return typeof value === "object" && value !== null;
}
