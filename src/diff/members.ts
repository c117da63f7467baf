import type { Name } from "../ir/api.js";
import { qualified } from "../ir/names.js";
import type { OwnedField } from "../ir/walk.js";
import type { Change, Details, Pair } from "./change.js";
import type { Pairing, Side } from "./pairing.js";
import { toChange, type Place } from "./place.js";
import type { LocalVerdict } from "./verdict.js";

/** The fields or tags of a pair by name, regardless of the ancestor that declares them (CMP-11). */
export interface Members {
  readonly removed: readonly OwnedField[];
  readonly added: readonly OwnedField[];
  readonly common: readonly PairedMember[];
}

export interface PairedMember {
  readonly before: OwnedField;
  readonly after: OwnedField;
}

/** Pairs the fields or tags of both sides by name, without the tag `other` of open unions. */
export function pairMembers(pairing: Pairing, pair: Pair): Members {
  const before = pairing.before.allFields(pair.before).filter(({ field }) => !field.catchAll);
  const after = pairing.after.allFields(pair.after).filter(({ field }) => !field.catchAll);
  const oldByName = new Map(before.map((member) => [member.field.name, member]));
  const newNames = new Set(after.map(({ field }) => field.name));
  return {
    removed: before.filter(({ field }) => !newNames.has(field.name)),
    added: after.filter(({ field }) => !oldByName.has(field.name)),
    common: after.flatMap((member) => {
      const old = oldByName.get(member.field.name);
      return old === undefined ? [] : [{ before: old, after: member }];
    }),
  };
}

/**
 * Returns both names of a field or tag that may have been renamed: exactly one is removed, one is new, and their types are
 * equal (CMP-17).
 */
export function suspectRenaming(
  pairing: Pairing,
  { removed, added }: Members,
): { from: string; to: string } | undefined {
  const [old, ...otherOld] = removed;
  const [now, ...otherNew] = added;
  return old !== undefined &&
    now !== undefined &&
    otherOld.length + otherNew.length === 0 &&
    pairing.hasSameContent(old.field.type, now.field.type)
    ? { from: old.field.name, to: now.field.name }
    : undefined;
}

/**
 * Returns the fields or tags that were only renamed: an equal one was added to the definition. It has the same
 * documentation; or it is the only one, at the same position, and the others, of which there are some, have kept their names.
 * Each definition is judged by what it declares itself.
 */
export function findRenamed(pairing: Pairing, members: Members): readonly PairedMember[] {
  return members.removed.flatMap((before) => {
    const own = ownMembers(pairing, members, before.owner);
    const isEqual = (after: OwnedField): boolean =>
      pairing.hasSameContent({ ...before.field, name: after.field.name }, after.field);
    const isAlike = (member: OwnedField): boolean => textOf(member) !== "" && textOf(member) === textOf(before);
    const [sameText, ...others] = own.added.filter(isAlike);
    if (sameText !== undefined && others.length === 0 && own.removed.filter(isAlike).length === 1) {
      return isEqual(sameText) ? [{ before, after: sameText }] : [];
    }
    const [after] = own.added;
    return after !== undefined &&
      own.added.length === 1 &&
      own.removed.length === 1 &&
      own.common.length > 0 &&
      positionOf(before, pairing.before) === positionOf(after, pairing.after) &&
      isEqual(after)
      ? [{ before, after }]
      : [];
  });
}

/** Returns the members that a definition declares itself. */
function ownMembers(pairing: Pairing, { removed, added, common }: Members, definition: Name): Members {
  const isOwn = ({ owner }: OwnedField): boolean => qualified(owner) === qualified(definition);
  return {
    removed: removed.filter(isOwn),
    added: added.filter(({ owner }) => pairing.isSame({ before: definition, after: owner })),
    common: common.filter(({ before }) => isOwn(before)),
  };
}

function textOf({ field }: OwnedField): string {
  return field.doc?.text ?? "";
}

function positionOf({ owner, field }: OwnedField, side: Side): number {
  const definition = side.definition(owner);
  return definition.kind === "alias" ? -1 : definition.fields.indexOf(field);
}

/** Returns the change of a field or tag that was only renamed. */
export function toRenaming(
  pair: Pair,
  { before, after }: PairedMember,
  kind: "field" | "tag",
  verdict: LocalVerdict,
): Change {
  const { subject: to, after: target } = memberPlace(pair, { after }, kind);
  const place = { ...memberPlace(pair, { before }, kind), mirror: to, after: target };
  return toChange(place, `${kind}-renamed`, verdict, { from: place.subject, to });
}

/** Returns the names of a pair whose sides are different definitions, because the place now refers to another one. */
export function replacementIn(pairing: Pairing, pair: Pair): Details["replacement"] {
  return pairing.isSame(pair) ? undefined : { old: qualified(pair.before), now: qualified(pair.after) };
}

/** Returns the place of a field or tag of a pair, on the sides that have it. The subject includes the declaring definition. */
export function memberPlace(
  pair: Pair,
  sides: { readonly before?: OwnedField; readonly after: OwnedField } | { readonly before: OwnedField },
  kind: Place["kind"],
): Place {
  const before = sides.before;
  const after = "after" in sides ? sides.after : undefined;
  const [declared, inside] = "after" in sides ? [sides.after, pair.after] : [sides.before, pair.before];
  const { name } = declared.field;
  return {
    subject: `${qualified(declared.owner)}.${name}`,
    mirror: `${qualified((before ?? declared).owner)}.${name}`,
    step: `${inside.name}.${name}`,
    kind,
    isOmitted: before?.field.omittedCaller !== undefined || after?.field.omittedCaller !== undefined,
    before: before && { ...before.owner, member: name },
    after: after && { ...after.owner, member: name },
  };
}
