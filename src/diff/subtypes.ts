import type { Name, Struct } from "../ir/api.js";
import { qualified } from "../ir/names.js";
import type { Pair } from "./change.js";
import { localVerdicts } from "./local-verdicts.js";
import type { Pairing, Side } from "./pairing.js";
import { toChange, type Findings, type Place, type PlaceComparison } from "./place.js";
import { definitionPlace } from "./tags.js";
import type { LocalVerdict } from "./verdict.js";

/** Compares whether structs enumerate subtypes, and which ones. */
export function compareSubtypes(pairing: Pairing, places: PlaceComparison, pair: Pair, findings: Findings): void {
  const before = pairing.before.struct(pair.before).subtypes;
  const after = pairing.after.struct(pair.after).subtypes;
  const self = definitionPlace(pair);
  if (before === undefined && after !== undefined) {
    findings.changes.push(toChange(self, "struct-became-tree", localVerdicts["struct-became-tree"]));
  } else if (before !== undefined && after === undefined) {
    const verdict = localVerdicts["tree-became-struct"](haveFields(pairing.before, pair, before));
    findings.changes.push(toChange(self, "tree-became-struct", verdict));
  } else if (before !== undefined && after !== undefined) {
    if (before.closed !== after.closed) {
      const rule = after.closed ? "tree-closed" : "tree-opened";
      findings.changes.push(toChange(self, rule, localVerdicts[rule]));
    }
    compareTags(places, pair, before, after, findings);
  }
}

type Subtypes = NonNullable<Struct["subtypes"]>;

/**
 * Returns the verdict on a field that is added to a struct or removed from it. It differs from `verdict` only for the base
 * of a tree, which is never sent: if each subtype has the field on both sides, the field was only moved. Readers still see
 * the base in place of new subtypes.
 */
export function verdictOfMoved(pairing: Pairing, pair: Pair, field: string, verdict: LocalVerdict): LocalVerdict {
  const before = pairing.before.struct(pair.before).subtypes;
  const after = pairing.after.struct(pair.after).subtypes;
  const oldTypes = new Map(before?.tags.map(({ name, type }) => [name, type]));
  const common = after?.tags.filter(({ name }) => oldTypes.has(name)) ?? [];
  const hasMoved = common.every(({ name, type }) => {
    const old = oldTypes.get(name);
    return old !== undefined && hasField(pairing.before, old, field) && hasField(pairing.after, type, field);
  });
  if (before === undefined || after === undefined || common.length === 0 || !hasMoved) {
    return verdict;
  }
  const mayLackIt = !before.closed && after.tags.some(({ type }) => !hasField(pairing.after, type, field));
  return { req: "ok", res: mayLackIt ? verdict.res : "ok", write: "ok", read: after.closed ? "ok" : verdict.read };
}

function hasField(side: Side, struct: Name, field: string): boolean {
  return side.allFields(struct).some((one) => one.field.name === field);
}

function compareTags(places: PlaceComparison, pair: Pair, before: Subtypes, after: Subtypes, findings: Findings): void {
  const oldTypes = new Map(before.tags.map(({ name, type }) => [name, type]));
  const newTypes = new Map(after.tags.map(({ name, type }) => [name, type]));
  for (const [name, type] of oldTypes) {
    if (!newTypes.has(name)) {
      const place = subtypePlace(pair, name, { isRemoved: true });
      findings.changes.push(toChange(place, "subtype-removed", localVerdicts["subtype-removed"], { from: type }));
    }
  }
  for (const [name, type] of newTypes) {
    const old = oldTypes.get(name);
    if (old === undefined) {
      const place = subtypePlace(pair, name, { isAdded: true });
      const verdict = localVerdicts["subtype-added"](!before.closed);
      findings.changes.push(toChange(place, "subtype-added", verdict, { to: type }));
    } else {
      const place = subtypePlace(pair, name, {});
      places.compare(place, { kind: "ref", ...old }, { kind: "ref", ...type }, findings);
    }
  }
}

function subtypePlace(pair: Pair, tag: string, where: { isAdded?: boolean; isRemoved?: boolean }): Place {
  const owner = where.isRemoved === true ? pair.before : pair.after;
  return {
    subject: `${qualified(owner)}.${tag}`,
    mirror: `${qualified(where.isAdded === true ? pair.after : pair.before)}.${tag}`,
    step: `${owner.name}.${tag}`,
    kind: "other",
    isOmitted: false,
    before: where.isAdded === true ? undefined : { ...pair.before, member: tag },
    after: where.isRemoved === true ? undefined : { ...pair.after, member: tag },
  };
}

/** Whether any subtype has more fields than the base of the tree. */
function haveFields(side: Side, { before }: Pair, { tags }: Subtypes): boolean {
  const count = side.allFields(before).length;
  return tags.some(({ type }) => side.allFields(type).length > count);
}
