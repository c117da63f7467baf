import { isEqual } from "../../ir/equal.js";
import type { Name, Type } from "../../ir/api.js";
import { isNumberType } from "../../ir/kinds.js";
import type { Side } from "../pairing.js";
import { isObject } from "../../ir/is-object.js";

/** A type of one side. */
interface Typed {
  readonly side: Side;
  readonly type: Type;
}

/** Whether two readings are equal in all places that both sides know (CMP-4). */
export function isSameReading(old: Typed, a: unknown, now: Typed, b: unknown): boolean {
  const one = bare(old);
  const other = bare(now);
  if (isVoid(one) || isVoid(other)) {
    return true;
  }
  if (a === undefined || a === null || b === undefined || b === null) {
    return (a ?? null) === (b ?? null);
  }
  const from = one.type;
  const to = other.type;
  if (isNumberType(from)) {
    return isNumberType(to) ? isSameNumber(a, b) : isEqual(a, b);
  }
  switch (from.kind) {
    case "list":
      return to.kind === "list" && Array.isArray(a) && Array.isArray(b)
        ? a.length === b.length &&
            a.every((item: unknown, index) =>
              isSameReading({ ...one, type: from.of }, item, { ...other, type: to.of }, b[index]),
            )
        : isEqual(a, b);
    case "map":
      return to.kind === "map" && isObject(a) && isObject(b)
        ? Object.keys(a).length === Object.keys(b).length &&
            Object.keys(a).every((key) =>
              isSameReading({ ...one, type: from.value }, a[key], { ...other, type: to.value }, b[key]),
            )
        : isEqual(a, b);
    case "ref":
      return to.kind === "ref" && isObject(a) && isObject(b)
        ? isSameObject(one.side, from, a, other.side, to, b)
        : isEqual(a, b);
    case "timestamp":
      // It may be the same moment in another format.
      return (to.kind === "timestamp" && from.format !== to.format) || isEqual(a, b);
    case "boolean":
    case "bytes":
    case "string":
    case "nullable":
    case "void":
      return isEqual(a, b);
  }
}

type Fields = Readonly<Record<string, unknown>>;

function isSameObject(old: Side, oldName: Name, a: Fields, now: Side, newName: Name, b: Fields): boolean {
  const before = old.definition(oldName);
  const after = now.definition(newName);
  if (before.kind === "union" && after.kind === "union") {
    return a[".tag"] === b[".tag"] && isSameVariant(old, oldName, a, now, newName, b);
  }
  if (before.kind !== "struct" || after.kind !== "struct") {
    return false;
  }
  // A value that a reader treats as the base of a tree has the fields of the base.
  const oldType = subtypeOf(before, a) ?? oldName;
  const newType = subtypeOf(after, b) ?? newName;
  return haveSameFields(old, oldType, a, now, newType, b);
}

function subtypeOf(struct: ReturnType<Side["struct"]>, value: Fields): Name | undefined {
  return struct.subtypes?.tags.find(({ name }) => name === value[".tag"])?.type;
}

function haveSameFields(old: Side, oldName: Name, a: Fields, now: Side, newName: Name, b: Fields): boolean {
  const newFields = new Map(now.allFields(newName).map(({ field }) => [field.name, field]));
  return old.allFields(oldName).every(({ field }) => {
    const other = newFields.get(field.name);
    const isSeen = other !== undefined && field.omittedCaller === undefined && other.omittedCaller === undefined;
    return (
      !isSeen ||
      isSameReading({ side: old, type: field.type }, a[field.name], { side: now, type: other.type }, b[field.name])
    );
  });
}

function isSameVariant(old: Side, oldName: Name, a: Fields, now: Side, newName: Name, b: Fields): boolean {
  const tag = a[".tag"];
  const before = old.allFields(oldName).find(({ field }) => field.name === tag)?.field;
  const after = now.allFields(newName).find(({ field }) => field.name === tag)?.field;
  if (before === undefined || after === undefined || typeof tag !== "string") {
    return true;
  }
  const oldStruct = old.plainStruct(old.withoutNull(before.type));
  const newStruct = now.plainStruct(now.withoutNull(after.type));
  if (oldStruct !== undefined && newStruct !== undefined) {
    return haveSameFields(old, oldStruct.name, a, now, newStruct.name, b);
  }
  if (oldStruct !== undefined || newStruct !== undefined) {
    return isVoid(bare({ side: old, type: before.type })) || isVoid(bare({ side: now, type: after.type }));
  }
  return isSameReading({ side: old, type: before.type }, a[tag], { side: now, type: after.type }, b[tag]);
}

function bare({ side, type }: Typed): Typed {
  return { side, type: side.bare(type) };
}

function isVoid({ type }: Typed): boolean {
  return type.kind === "void";
}

/** Whether two numbers of any kind have the same value. Integers are compared exactly. */
function isSameNumber(a: unknown, b: unknown): boolean {
  return (typeof a === "number" || typeof a === "bigint") && (typeof b === "number" || typeof b === "bigint") && a == b;
}
