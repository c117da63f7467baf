import type { Json, Type } from "../../ir/api.js";
import type { Lookup } from "../../ir/walk.js";
import { qualified } from "../../ir/names.js";
import type { FindingCode } from "../findings/codes.js";
import { findMismatch, type CodecMismatch, type RouteCodecs } from "../route-codecs.js";
import { isMembers, valueAt } from "../values/places.js";

/** A value that does not match its type, and whether a newer specification could explain it. */
export interface ReplyMismatch extends CodecMismatch {
  readonly newer: Extract<FindingCode, "undocumented-field" | "undocumented-tag"> | undefined;
  /** The declaration of the incorrect member, such as `files.FileMetadata.size`; undefined if the whole result or error is incorrect. */
  readonly subject: string | undefined;
}

/**
 * Returns where the result or the error of a reply does not match its type; undefined if it matches. Replies are read
 * strictly, because the server and the test have the same specification. The tag `other` is accepted, because servers return
 * it for cases that the specification has no tag for.
 */
export function replyMismatch(
  codecs: RouteCodecs,
  part: "result" | "error",
  json: Json,
  type: Type,
  lookup: Lookup,
): ReplyMismatch | undefined {
  const lenient = findMismatch(codecs, part, json, false);
  if (lenient !== undefined) {
    return { ...lenient, newer: undefined, subject: subjectOf(lenient.segments, json, type, lookup) };
  }
  const strict = findMismatch(codecs, part, json, true);
  if (strict === undefined) {
    return undefined;
  }
  if (strict.code === "unknown-tag") {
    const place = strict.segments.at(-1) === ".tag" ? strict.segments.slice(0, -1) : strict.segments;
    const value = valueAt(json, place);
    const tag = isMembers(value) ? value[".tag"] : value;
    if (tag === "other") {
      return undefined;
    }
  }
  const newer =
    strict.code === "unknown-field" || strict.code === "unexpected-key"
      ? "undocumented-field"
      : strict.code === "unknown-tag"
        ? "undocumented-tag"
        : undefined;
  return { ...strict, newer, subject: subjectOf(strict.segments, json, type, lookup) };
}

/** Returns the declaration of the member at the end of a path, such as `files.FileMetadata.size`. */
export function subjectOf(
  segments: CodecMismatch["segments"],
  json: Json,
  declared: Type,
  lookup: Lookup,
): string | undefined {
  let type = lookup.bare(declared);
  let at: Json | undefined = json;
  let subject: string | undefined;
  for (const segment of segments) {
    if (type.kind === "list") {
      type = lookup.bare(type.of);
    } else if (type.kind === "map") {
      type = lookup.bare(type.value);
    } else if (type.kind === "ref") {
      const name = variantType(at, type, lookup);
      const found = lookup.field(name, segment);
      if (found === undefined) {
        return subject ?? qualified(type);
      }
      subject = `${qualified(found.owner)}.${found.field.name}`;
      type = lookup.bare(found.field.type);
    } else {
      return subject;
    }
    at = valueAt(at, [segment]);
  }
  return subject ?? (type.kind === "ref" ? qualified(type) : undefined);
}

/** Returns the struct whose fields the object contains: that of the object's tag, if the fields are beside the tag. */
function variantType(
  json: Json | undefined,
  name: { readonly namespace: string; readonly name: string },
  lookup: Lookup,
): { readonly namespace: string; readonly name: string } {
  const definition = lookup.definition(name);
  const tag = isMembers(json) ? json[".tag"] : undefined;
  if (definition.kind === "union") {
    const field = lookup.field(name, tag)?.field;
    return (field && lookup.plainStruct(lookup.withoutNull(field.type))?.name) ?? name;
  }
  return definition.kind === "struct"
    ? (definition.subtypes?.tags.find((each) => each.name === tag)?.type ?? name)
    : name;
}

/** Returns the violated declaration, or else the path, as the cause of a finding: the same mistake in two items or results is one finding. */
export function causeOf({ segments, subject }: ReplyMismatch): string {
  return subject ?? segments.map((segment) => (typeof segment === "number" ? "[]" : segment)).join(".");
}
