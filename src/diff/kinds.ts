import type { Field, Name, Type } from "../ir/api.js";
import { isNumberType } from "../ir/kinds.js";
import { isEqual } from "../ir/equal.js";
import type { Pair, ValueChange } from "./change.js";
import { localVerdicts } from "./local-verdicts.js";
import type { Pairing, Side } from "./pairing.js";
import { isUnlimited } from "./scalars.js";
import type { Wire } from "./verdict.js";

/** Returns the consequences of a change to another kind of type. */
export function compareKinds(pairing: Pairing, before: Type, after: Type): ValueChange {
  const { req, res } =
    before.kind === "ref" && after.kind === "ref"
      ? compareStructWithUnion(pairing, { before, after })
      : {
          req: effectOfKinds(before, pairing.after, after, true),
          res: effectOfKinds(after, pairing.before, before, false),
        };
  const isSameInSource = isStringInTypeScript(before) && isStringInTypeScript(after);
  return {
    rule: "kind-changed",
    verdict: localVerdicts["kind-changed"]({ req, res }, isSameInSource),
    details: { from: before, to: after },
  };
}

function isStringInTypeScript(type: Type): boolean {
  if (isNumberType(type)) {
    return false;
  }
  switch (type.kind) {
    case "string":
    case "bytes":
    case "timestamp":
      return true;
    case "boolean":
    case "list":
    case "map":
    case "nullable":
    case "ref":
    case "void":
      return false;
  }
}

function effectOfKinds(written: Type, reader: Side, read: Type, isReadByServer: boolean): Wire {
  if (read.kind === "void") {
    return isReadByServer ? "breaks" : "ok";
  }
  if (written.kind === "void") {
    return reader.isDefaultable(read) ? "ok" : "breaks";
  }
  const isText = written.kind === "bytes" || written.kind === "timestamp";
  return isText && read.kind === "string" && isUnlimited(read) ? "ok" : "breaks";
}

/** Compares a struct with a union that replaces it, or vice versa. Only a plain struct without required fields accepts the messages of a union. */
export function compareStructWithUnion({ before, after }: Pairing, pair: Pair): { req: Wire; res: Wire } {
  return {
    req: structReadsUnion(after, pair.after, before, pair.before, true) ? "alters" : "breaks",
    res: structReadsUnion(before, pair.before, after, pair.after, false) ? "alters" : "breaks",
  };
}

function structReadsUnion(reader: Side, struct: Name, writer: Side, union: Name, isReadByServer: boolean): boolean {
  if (!reader.isDefaultable({ kind: "ref", ...struct })) {
    return false;
  }
  const members = membersBesideTag(writer, union);
  if (isReadByServer) {
    return members.length === 0;
  }
  return reader
    .allFields(struct)
    .every(({ field: read }) =>
      members.every(({ name, type }) => name !== read.name || isSameValue(writer, type, reader, read.type)),
    );
}

/** Returns the members that a union's messages have besides `.tag`. */
function membersBesideTag(writer: Side, union: Name): readonly Pick<Field, "name" | "type">[] {
  return writer.allFields(union).flatMap(({ field }) => {
    const bare = writer.bare(field.type);
    if (bare.kind === "void") {
      return [];
    }
    const struct = writer.plainStruct(bare);
    return struct === undefined ? [field] : writer.allFields(struct.name).map((below) => below.field);
  });
}

function isSameValue(writer: Side, written: Type, reader: Side, read: Type): boolean {
  const from = writer.bare(written);
  const to = reader.bare(read);
  return from.kind !== "ref" && isEqual(from, to);
}
