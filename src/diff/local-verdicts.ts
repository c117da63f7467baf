import { localVerdict, type LocalVerdict, type Wire } from "./verdict.js";

const compatible = localVerdict(". . . .");
/** The verdicts if the new API accepts more values, fewer, or different ones. */
const moreValues = localVerdict(". B . .");
const fewerValues = localVerdict("B . . .");
const otherValues = localVerdict("B B . .");

interface OnTheWire {
  readonly req: Wire;
  readonly res: Wire;
}

/** Returns the verdict on types that differ only in messages, not in source. */
function onTheWire({ req, res }: OnTheWire): LocalVerdict {
  return { ...compatible, req, res };
}

/**
 * The local verdicts of the rules. A verdict that depends on further facts is a function of them. The columns are req (the
 * old API writes, the new one reads strictly), res (the new one writes, the old one reads leniently), write and read (old
 * source with the new type). `needsNothing` applies to a struct without required fields: readers treat an absent value, or
 * null, as an empty instance.
 */
export const localVerdicts = {
  "field-added-required": (needsNothing: boolean) => localVerdict(needsNothing ? ". . B ." : "B . B ."),
  "field-added-optional": compatible,
  "field-removed-required": (needsNothing: boolean) => localVerdict(needsNothing ? "B A B B" : "B B B B"),
  "field-removed-optional": localVerdict("B A B B"),
  "field-renamed": (needsNothing: boolean) => localVerdict(needsNothing ? "B A B B" : "B B B B"),
  "field-made-optional": (needsNothing: boolean, hasDefault: boolean): LocalVerdict => ({
    ...compatible,
    res: needsNothing ? "alters" : "breaks",
    read: hasDefault ? "ok" : "breaks",
  }),
  "field-made-required": (needsNothing: boolean) => localVerdict(needsNothing ? "A . B ." : "B . B ."),
  "default-changed": localVerdict("A A . ."),
  "default-added": localVerdict("A A . ."),
  "default-removed": localVerdict("A A . B"),

  "range-widened": moreValues,
  "length-widened": moreValues,
  "items-widened": moreValues,
  "range-narrowed": fewerValues,
  "length-narrowed": fewerValues,
  "items-narrowed": fewerValues,
  "range-changed": otherValues,
  "length-changed": otherValues,
  "items-changed": otherValues,
  "pattern-added": onTheWire,
  "pattern-removed": onTheWire,
  "pattern-changed": onTheWire,
  "number-kind-changed": onTheWire,
  "timestamp-format-changed": onTheWire,
  "kind-changed": (wire: OnTheWire, isSameInSource: boolean): LocalVerdict => ({
    ...localVerdict(isSameInSource ? ". . . ." : ". . B B"),
    ...wire,
  }),
  // Below a tag, null and an empty instance are the same message.
  "nullable-added": (needsNothing: boolean, isTag: boolean): LocalVerdict => ({
    req: needsNothing && isTag ? "alters" : "ok",
    res: needsNothing ? "alters" : "breaks",
    write: "ok",
    read: "breaks",
  }),
  "nullable-removed": (needsNothing: boolean, isTag: boolean): LocalVerdict => ({
    req: needsNothing ? "alters" : "breaks",
    res: needsNothing && isTag ? "alters" : "ok",
    write: needsNothing && isTag ? "ok" : "breaks",
    read: "ok",
  }),
  "ref-changed": compatible,

  "tag-added": (wasOpen: boolean) => localVerdict(wasOpen ? ". . . E" : ". B . E"),
  "tag-removed": localVerdict("B . B E"),
  "tag-renamed": (wasOpen: boolean) => localVerdict(wasOpen ? "B . B E" : "B B B E"),
  "union-opened": localVerdict(". B . E"),
  "union-closed": localVerdict(". . B E"),
  "tag-value-added": (mayBeAbsent: boolean) => localVerdict(mayBeAbsent ? ". . . ." : "B . B ."),
  "tag-value-removed": (couldBeAbsent: boolean, hadFields: boolean): LocalVerdict => ({
    req: hadFields ? "breaks" : "ok",
    res: couldBeAbsent ? "alters" : "breaks",
    write: hadFields ? "breaks" : "ok",
    read: hadFields ? "breaks" : "ok",
  }),
  "tag-form-changed": (isValueIgnored: boolean) => localVerdict(isValueIgnored ? "B A B B" : "B B B B"),

  "subtype-added": (wasOpen: boolean) => localVerdict(wasOpen ? ". . . E" : ". B . E"),
  "subtype-removed": localVerdict("B . B E"),
  "tree-opened": localVerdict(". . . E"),
  "tree-closed": localVerdict(". . . E"),
  "struct-became-tree": localVerdict("B . B ."),
  "tree-became-struct": (subtypesHaveFields: boolean) => localVerdict(subtypesHaveFields ? "B B B B" : ". B B B"),
  "parent-changed": compatible,
  "type-kind-changed": (wire: OnTheWire): LocalVerdict => ({ ...localVerdict(". . B B"), ...wire }),

  // For callers without the permission, the field is added or removed. In the types, it remains as an optional field.
  "field-omitted": (wire: LocalVerdict, wasNullable: boolean): LocalVerdict => ({
    ...wire,
    write: "ok",
    read: wasNullable ? "ok" : "breaks",
  }),
  "field-unomitted": (asAdded: LocalVerdict) => asAdded,
  "tag-omitted": localVerdict("B . . ."),
  "tag-unomitted": (wasOpen: boolean) => localVerdict(wasOpen ? ". . . ." : ". B . ."),
  "omitted-caller-changed": compatible,
  "field-deprecated": compatible,
  "field-undeprecated": compatible,
  "preview-changed": compatible,
  "redaction-changed": compatible,
  "annotation-changed": compatible,
  "doc-changed": compatible,
  "example-changed": compatible,
};
