import type { Doc, Field, Type } from "../ir/api.js";
import type { Lookup } from "../ir/walk.js";
import type { ErrorPath } from "../values/error-paths.js";

/** A tag of an error, and the tags that can follow it. */
export interface ErrorNode {
  readonly tag: string;
  /** The path from the outermost tag to this one: `path/conflict`. */
  readonly path: string;
  /** The documentation of the tag; undefined if there is none. */
  readonly doc: Doc | undefined;
  /** The type of the tag's value; undefined if the tag has no value. */
  readonly value: Type | undefined;
  /** Whether an error can end here. */
  readonly isComplete: boolean;
  readonly next: readonly ErrorNode[];
}

/** Returns the paths of an error type as a tree, in the order of the tags (SITE-14). */
export function errorTree(type: Type, paths: readonly ErrorPath[], lookup: Lookup): ErrorNode[] {
  return branches(
    [type],
    paths.map(({ path }) => path.split("/")),
    "",
    lookup,
  );
}

function branches(types: readonly Type[], paths: readonly string[][], before: string, lookup: Lookup): ErrorNode[] {
  const rests = new Map<string, string[][]>();
  for (const [tag, ...rest] of paths) {
    if (tag !== undefined) {
      rests.set(tag, [...(rests.get(tag) ?? []), rest]);
    }
  }
  return [...rests].map(([tag, following]) => {
    const path = before === "" ? tag : `${before}/${tag}`;
    const tagOfType = findTag(types, tag, lookup);
    return {
      tag,
      path,
      doc: tagOfType?.doc,
      value:
        tagOfType !== undefined && lookup.withoutAliases(tagOfType.type).kind !== "void" ? tagOfType.type : undefined,
      isComplete: following.some((rest) => rest.length === 0),
      next: branches(tagOfType === undefined ? [] : [tagOfType.type], following, path, lookup),
    };
  });
}

/** Finds a tag in the first type that has it: a union, a struct with subtypes, or a struct that contains a field of such a type. */
function findTag(types: readonly Type[], tag: string, lookup: Lookup): Pick<Field, "doc" | "type"> | undefined {
  for (const type of types) {
    const bare = lookup.bare(type);
    const definition = bare.kind === "ref" ? lookup.definition(bare) : undefined;
    if (bare.kind !== "ref" || definition === undefined || definition.kind === "alias") {
      continue;
    }
    if (definition.kind === "union") {
      const ownedTag = lookup.field(bare, tag);
      if (ownedTag !== undefined) {
        return ownedTag.field;
      }
    } else if (definition.subtypes !== undefined) {
      const subtype = definition.subtypes.tags.find(({ name }) => name === tag)?.type;
      if (subtype !== undefined) {
        return { doc: lookup.struct(subtype).doc, type: { kind: "ref", ...subtype } };
      }
    } else {
      const inner = lookup.allFields(bare).map(({ field }) => field.type);
      const tagged = inner.filter((one) => isTagged(one, lookup));
      const tagOfType = findTag(tagged, tag, lookup);
      if (tagOfType !== undefined) {
        return tagOfType;
      }
    }
  }
  return undefined;
}

/** Whether the values of a type have a tag. Searching only such types prevents infinite recursion in cyclic structs. */
function isTagged(type: Type, lookup: Lookup): boolean {
  const bare = lookup.bare(type);
  const definition = bare.kind === "ref" ? lookup.definition(bare) : undefined;
  return definition?.kind === "union" || (definition?.kind === "struct" && definition.subtypes !== undefined);
}
