import { chosenValue } from "../../values/chosen-value.js";
import { sampleValue, shortValue } from "../../values/sample.js";
import { strictExamples } from "../../values/strict-examples.js";
import { variant } from "../../values/variant.js";
import type { Field, Json, Name, Route, Type } from "../../ir/api.js";
import type { Lookup } from "../../ir/walk.js";
import type { Site } from "../site.js";

/** A place in an argument whose type is a union or a struct with subtypes, and a value for each variant. */
interface Choice {
  /** The names of the members on the path to the place; empty for the argument itself. */
  readonly at: readonly string[];
  readonly variants: readonly (readonly [tag: string, value: Json])[];
}

/** The explorer's data for the argument of a route. */
export interface ArgumentData {
  /** The initial value (GUIDE-1). */
  readonly value: Json;
  /** Other examples by label. */
  readonly examples?: readonly (readonly [label: string, value: Json])[];
  /** The defaults of the argument's fields. */
  readonly defaults?: Readonly<Record<string, Json>>;
  readonly choices?: readonly Choice[];
}

/** The maximum number of structs on the path to a choice. */
const maxDepth = 2;

/** Returns the explorer's data for the argument of a route (SITE-26); undefined if there is no argument, or no value for it. */
export function argumentData({ arg }: Route, { lookup }: Site): ArgumentData | undefined {
  const value = lookup.withoutAliases(arg).kind === "void" ? undefined : sampleValue(arg, lookup);
  if (value === undefined) {
    return undefined;
  }
  const struct = lookup.plainStruct(lookup.withoutNull(arg));
  const defaults = struct === undefined ? {} : defaultsOf(struct.name, lookup);
  const choices = choicesIn(arg, [], lookup);
  const examples = strictExamples(arg, lookup).map(
    ({ label, value }) => [label, shortValue(value, arg, lookup)] as const,
  );
  return {
    value,
    ...(examples.length > 1 && { examples }),
    ...(Object.keys(defaults).length > 0 && { defaults }),
    ...(choices.length > 0 && { choices }),
  };
}

function defaultsOf(name: Name, lookup: Lookup): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    lookup.allFields(name).flatMap(({ field }): [string, Json][] => {
      const { default: value } = field;
      if (value === undefined || value === null) {
        return [];
      }
      return [[field.name, typeof value === "object" ? value.tag : value]];
    }),
  );
}

function choicesIn(type: Type, at: readonly string[], lookup: Lookup): readonly Choice[] {
  const bare = lookup.withoutAliases(lookup.withoutNull(type));
  const definition = bare.kind === "ref" ? lookup.definition(bare) : undefined;
  if (bare.kind !== "ref" || definition === undefined || definition.kind === "alias") {
    return [];
  }
  if (definition.kind === "union") {
    return choice(at, unionVariants(bare, lookup));
  }
  if (definition.subtypes !== undefined) {
    return choice(
      at,
      definition.subtypes.tags.flatMap(({ name, type: subtype }) => {
        const value = chosenValue({ kind: "ref", ...subtype }, lookup);
        return value === undefined
          ? []
          : [[name, { ".tag": name, ...(shortValue(value, { kind: "ref", ...subtype }, lookup) as object) }] as const];
      }),
    );
  }
  return at.length >= maxDepth
    ? []
    : lookup
        .allFields(bare)
        .filter(({ field }) => !field.deprecated)
        .flatMap(({ field }) => choicesIn(field.type, [...at, field.name], lookup));
}

function choice(at: readonly string[], variants: Choice["variants"]): readonly Choice[] {
  return variants.length < 2 ? [] : [{ at, variants }];
}

/** Returns a value for each tag that writers may use, except deprecated tags. */
function unionVariants(union: Name, lookup: Lookup): Choice["variants"] {
  return lookup
    .allFields(union)
    .filter(({ field }) => !field.catchAll && !field.deprecated)
    .flatMap(({ field }) => {
      const value = tagValue(field, lookup);
      return value === undefined ? [] : [[field.name, value] as const];
    });
}

function tagValue(tag: Field, lookup: Lookup): Json | undefined {
  if (lookup.withoutAliases(tag.type).kind === "void") {
    return tag.name;
  }
  const value = chosenValue(tag.type, lookup);
  return value === undefined ? undefined : (variant(tag, shortValue(value, tag.type, lookup), lookup) as Json);
}
