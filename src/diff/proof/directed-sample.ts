import type { ListType, MapType, Name, Type } from "../../ir/api.js";
import { isPrimitive } from "../../ir/kinds.js";
import type { Side } from "../pairing.js";
import type { Choices } from "../../values/random.js";
import { deepest, type Sampler } from "../../values/sampler.js";
import { variant } from "../../values/variant.js";

/**
 * Creates values that contain a given place. All other fields have their simplest values; optional ones are omitted or
 * included, as the caller chooses.
 */
export class DirectedSampler {
  readonly #side: Side;
  readonly #choices: Choices;
  readonly #sampler: Sampler;
  #hasOptional = false;

  constructor(side: Side, choices: Choices, sampler: Sampler) {
    this.#side = side;
    this.#choices = choices;
    this.#sampler = sampler;
  }

  /**
   * Returns a value of the type that contains the place at the end of the steps, if the type has it. The value there is
   * arbitrary; an optional value is sometimes omitted. `others` says which other fields the structs along the path contain.
   * Throws `Uninhabited` if there is no value.
   */
  sample(type: Type, steps: readonly Step[], otherFields: "required" | "all"): unknown {
    this.#hasOptional = otherFields === "all";
    return this.#sample(type, steps);
  }

  #sample(type: Type, steps: readonly Step[]): unknown {
    const [step, ...rest] = steps;
    if (step === undefined) {
      // For a list, only the number of items matters.
      return this.#sampler.sample(type, this.#side.bare(type).kind === "list" ? deepest : 1);
    }
    const bare = this.#side.bare(type);
    if (isPrimitive(bare)) {
      return this.#sampler.sampleSimple(type);
    }
    switch (bare.kind) {
      case "list":
        return "into" in step ? this.#items(bare, rest) : this.#sampler.sampleSimple(type);
      case "map":
        return "into" in step ? this.#entry(bare, step.into, rest) : this.#sampler.sampleSimple(type);
      case "ref":
        return "member" in step ? this.#named(bare, step.member, rest) : this.#sampler.sampleSimple(type);
      case "nullable":
      case "void":
        return this.#sampler.sampleSimple(type);
      default:
        return bare satisfies never;
    }
  }

  #items({ of, minItems = 0 }: ListType, rest: readonly Step[]): readonly unknown[] {
    const otherItems = Array.from({ length: minItems - 1 }, () => this.#sampler.sampleSimple(of));
    return [this.#sample(of, rest), ...otherItems];
  }

  #entry({ key, value }: MapType, into: "items" | "values" | "keys", rest: readonly Step[]): object {
    const name = into === "keys" ? this.#sample(key, rest) : this.#sampler.sampleSimple(key);
    const content = into === "keys" ? this.#sampler.sampleSimple(value) : this.#sample(value, rest);
    return Object.fromEntries([[name, content]]) as object;
  }

  #named(name: Name, member: string, rest: readonly Step[]): unknown {
    const definition = this.#side.definition(name);
    if (definition.kind === "union") {
      return this.#variant(name, member, rest);
    }
    if (definition.kind !== "struct" || definition.subtypes === undefined) {
      return this.#fields(name, member, rest);
    }
    const { tags } = definition.subtypes;
    const subtype = tags.find((tag) => tag.name === member);
    if (subtype !== undefined) {
      return { ".tag": subtype.name, ...this.#fieldsAtSteps(subtype.type, rest) };
    }
    const fitting = tags.filter(({ type }) => this.#side.allFields(type).some(({ field }) => field.name === member));
    const tag = this.#choices.pick(fitting.length > 0 ? fitting : tags);
    return { ".tag": tag.name, ...this.#fields(tag.type, member, rest) };
  }

  #fieldsAtSteps(name: Name, [step, ...rest]: readonly Step[]): object {
    return this.#fields(name, step !== undefined && "member" in step ? step.member : undefined, rest);
  }

  #fields(name: Name, member: string | undefined, rest: readonly Step[]): object {
    const entries = this.#side.allFields(name).flatMap(({ field }): [string, unknown][] => {
      const isOptional = field.default !== undefined || this.#side.isNullable(field.type);
      if (field.omittedCaller !== undefined) {
        return [];
      }
      if (field.name !== member) {
        const isGiven = !isOptional || this.#hasOptional;
        return isGiven ? [[field.name, this.#sampler.sampleSimple(this.#side.withoutNull(field.type))]] : [];
      }
      const isLeftOut = isOptional && rest.length === 0 && this.#choices.below(2) === 0;
      return isLeftOut ? [] : [[field.name, this.#sample(this.#side.withoutNull(field.type), rest)]];
    });
    return Object.fromEntries(entries);
  }

  #variant(name: Name, member: string, rest: readonly Step[]): unknown {
    const tag = this.#side.allFields(name).find(({ field }) => field.name === member)?.field;
    if (tag === undefined || tag.omittedCaller !== undefined) {
      return this.#sampler.sample({ kind: "ref", ...name }, 1);
    }
    return variant(tag, this.#sample(tag.type, rest), this.#side);
  }
}

/** A step to a place: to a field, a tag or a subtype by its name, or into a list or a map. */
export type Step = { readonly member: string } | { readonly into: "items" | "values" | "keys" };

const containers: Readonly<Record<string, Step>> = {
  "[]": { into: "items" },
  "{}": { into: "values" },
  "{key}": { into: "keys" },
};

/** Parses the path from a part to a place: `result → ListFolderResult.entries[] → FileMetadata.size`. */
export function parseSteps(path: string): readonly Step[] {
  return path.split(" → ").flatMap((text) => {
    const [, member, suffixes = ""] = /^[^.[{]*(?:\.([^[{]*))?(.*)$/.exec(text) ?? [];
    const innerSteps = [...suffixes.matchAll(/\[\]|\{key\}|\{\}/g)].flatMap(([suffix]) => containers[suffix] ?? []);
    return member === undefined ? innerSteps : [{ member }, ...innerSteps];
  });
}
