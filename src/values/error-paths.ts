import type { Field, Json, Name, Type } from "../ir/api.js";
import { qualified } from "../ir/names.js";
import type { Lookup } from "../ir/walk.js";
import { chosenValue } from "./chosen-value.js";
import { isOptional } from "./heights.js";
import { variant } from "./variant.js";

/** A chain of tags that an error can have, such as `path/conflict/file`, and an error with this path. */
export interface ErrorPath {
  readonly path: string;
  /** The error. Values at the end of the path and in structs beside the tags are chosen (OUT-7). */
  readonly value: Json;
}

/** The maximum number of tags in a path, as in the generated type of error paths. */
const maxTags = 5;

/**
 * Returns all paths of an error type (OUT-9), in the order of the tags, for the API of a caller's view; empty for a struct,
 * whose paths have no literal type. A recursive union is entered a second time, but not a third. The tag `other` is
 * included, because servers may send it, although strict readers reject it.
 */
export function errorPaths(type: Type, lookup: Lookup): readonly ErrorPath[] {
  return hasTag(type, lookup) ? errorPathsThroughFields(type, lookup) : [];
}

/** Returns the same as {@link errorPaths}, except that a struct has the paths of its fields. */
export function errorPathsThroughFields(type: Type, lookup: Lookup): readonly ErrorPath[] {
  const bare = lookup.withoutAliases(lookup.withoutNull(type));
  if (bare.kind !== "ref" || !mayHaveErrorPaths(type, lookup)) {
    return [];
  }
  const all = known.get(lookup) ?? new Map<string, readonly ErrorPath[]>();
  known.set(lookup, all);
  const key = qualified(bare);
  const paths = all.get(key) ?? findPaths(bare, lookup);
  all.set(key, paths);
  return paths;
}

/** Whether errors of a type have tags, directly or in a field. A type with tags but without values still has no paths. */
export function mayHaveErrorPaths(type: Type, lookup: Lookup): boolean {
  const struct = lookup.plainStruct(lookup.withoutNull(type));
  return struct === undefined
    ? hasTag(type, lookup)
    : lookup.allFields(struct.name).some(({ field }) => hasTag(field.type, lookup));
}

/** Caches the paths of error types, which many routes share. */
const known = new WeakMap<Lookup, Map<string, readonly ErrorPath[]>>();

function findPaths(type: Type, lookup: Lookup): readonly ErrorPath[] {
  const paths = new Map<string, ErrorPath>();
  for (const { tags, value } of new PathFinder(lookup).find(type)) {
    const path = tags.join("/");
    // A struct may omit the fields that have tags.
    if (tags.length > 0 && tags.length <= maxTags && !paths.has(path)) {
      paths.set(path, { path, value });
    }
  }
  return [...paths.values()];
}

/** The rest of a chain from a type on. */
interface Chain {
  readonly tags: readonly string[];
  readonly value: Json;
}

type Members = Readonly<Record<string, Json>>;

class PathFinder {
  readonly #lookup: Lookup;
  /** The unions and structs with subtypes that have been entered, from the outermost to the current one. */
  readonly #entered: Name[] = [];

  constructor(lookup: Lookup) {
    this.#lookup = lookup;
  }

  /** Returns the chains of a type's values; a single chain without tags for a type that has none. */
  find(type: Type): readonly Chain[] {
    const bare = this.#lookup.bare(type);
    const definition = bare.kind === "ref" ? this.#lookup.definition(bare) : undefined;
    if (bare.kind !== "ref" || definition === undefined || definition.kind === "alias") {
      return this.#leaf(type);
    }
    if (definition.kind === "struct" && definition.subtypes === undefined) {
      return this.#struct(bare, undefined);
    }
    const times = this.#entered.filter(
      ({ namespace, name }) => namespace === bare.namespace && name === bare.name,
    ).length;
    if (times > 1 || this.#entered.length === maxTags) {
      return [];
    }
    this.#entered.push(bare);
    const chains =
      definition.kind === "union"
        ? this.#lookup.allFields(bare).flatMap(({ field }) => this.#tag(field))
        : (definition.subtypes?.tags ?? []).flatMap(({ name, type: subtype }) =>
            this.#struct(subtype, name).map(({ tags, value }) => ({
              tags: [name, ...tags],
              value: { ".tag": name, ...(value as Members) },
            })),
          );
    this.#entered.pop();
    return chains;
  }

  #leaf(type: Type): readonly Chain[] {
    const value = chosenValue(type, this.#lookup);
    return value === undefined ? [] : [{ tags: [], value }];
  }

  /** Returns the chains that start with a tag of a union. */
  #tag(tag: Field): readonly Chain[] {
    const struct = this.#lookup.plainStruct(this.#lookup.withoutNull(tag.type));
    const inner = struct === undefined ? this.find(tag.type) : this.#struct(struct.name, tag.name);
    const chains = inner.map(({ tags, value }) => ({
      tags: [tag.name, ...tags],
      value: variant(tag, value, this.#lookup) as Json,
    }));
    const isNullable = this.#lookup.isNullable(tag.type);
    return isNullable ? [...chains, { tags: [tag.name], value: { ".tag": tag.name } }] : chains;
  }

  /** Returns the chains of a struct. They are those of the first present field with tags, where a field named like the tag takes precedence. */
  #struct(name: Name, tag: string | undefined): readonly Chain[] {
    const all = this.#lookup.allFields(name).map(({ field }) => field);
    const tagged = all.filter((field) => hasTag(field.type, this.#lookup));
    const ordered = [...tagged.filter((field) => field.name === tag), ...tagged.filter((field) => field.name !== tag)];
    const payload = chosenValue({ kind: "ref", ...name }, this.#lookup) as Members | undefined;
    if (payload === undefined) {
      return [];
    }
    const chains: Chain[] = [];
    let rest = payload;
    for (const field of ordered) {
      const present = rest;
      const inner = this.find(field.type);
      chains.push(...inner.map(({ tags, value }) => ({ tags, value: this.#with(present, field.name, value, all) })));
      if (!isOptional(field, this.#lookup)) {
        return chains;
      }
      const { [field.name]: _, ...others } = rest;
      rest = others;
    }
    return [...chains, { tags: [], value: rest }];
  }

  /** Returns the members and an additional one, in the order of the fields. */
  #with(members: Members, name: string, value: Json, fields: readonly Field[]): Json {
    const all: Members = { ...members, [name]: value };
    return Object.fromEntries(
      fields.flatMap((field) => {
        const member = Object.hasOwn(all, field.name) ? all[field.name] : undefined;
        return member === undefined ? [] : [[field.name, member]];
      }),
    );
  }
}

/** Whether the values of a type have a tag: those of unions, and of structs that enumerate subtypes. */
function hasTag(type: Type, lookup: Lookup): boolean {
  const bare = lookup.bare(type);
  const definition = bare.kind === "ref" ? lookup.definition(bare) : undefined;
  return definition?.kind === "union" || (definition?.kind === "struct" && definition.subtypes !== undefined);
}
