import type { Api, Field, Type } from "../../../src/ir/api.js";
import { qualified } from "../../../src/ir/names.js";
import { Lookup } from "../../../src/ir/walk.js";
import { Random, type Choices } from "../../../src/values/random.js";
import { noInterests, Sampler, Uninhabited } from "../../../src/values/sampler.js";
import { Side } from "../../../src/diff/pairing.js";
import { DirectedSampler, parseSteps, type Step } from "../../../src/diff/proof/directed-sample.js";
import { mapTypes } from "./map-types.js";
import type { Expectation } from "./type-pairs.js";

/** The number of random values that are created for a type, and at each place. */
const anyValues = 4;
const anyValuesAtPlace = 2;
/** The maximum number of places that are visited, separately for variants and for breaking changes. */
const maxPlaces = 20;

/** Creates values that old source may write. */
export class LiteralSource {
  readonly #side: Side;

  /** Values also contain fields that only some callers see, because source may write them. */
  constructor(before: Api) {
    this.#side = new Side(withoutPermissions(before));
  }

  /**
   * Returns values of a type that cover its possibilities: with all optional members, with none, and with random ones; each
   * variant; and values that contain the places that no longer compile. Empty if the type has no values.
   */
  valuesOf(type: Type, { broken }: Expectation): readonly unknown[] {
    if (this.#side.withoutAliases(type).kind === "void") {
      return [undefined];
    }
    const random = new Random(type.kind === "ref" ? qualified(type) : type.kind);
    const makers = [lastChoices, firstChoices, random].map((choices) => {
      const sampler = new Sampler(this.#side, choices, noInterests);
      const directed = new DirectedSampler(this.#side, choices, sampler);
      const count = choices === random ? [anyValues, anyValuesAtPlace] : [1, 1];
      return { sampler, directed, count };
    });
    const places = [...this.#variantsOf(type), ...broken.slice(0, maxPlaces).map(({ path }) => parseSteps(path))];
    return makers.flatMap(({ sampler, directed, count: [count = 1, countAtPlace = 1] }) => [
      ...times(count, () => sampler.sample(type)),
      ...places.flatMap((steps) => times(countAtPlace, () => directed.sample(type, steps, "required"))),
    ]);
  }

  /** Returns the steps to the first variants of a union or tree. */
  #variantsOf(type: Type): readonly (readonly Step[])[] {
    const bare = this.#side.bare(type);
    const definition = bare.kind === "ref" ? this.#side.definition(bare) : undefined;
    const names =
      bare.kind === "ref" && definition?.kind === "union"
        ? this.#side.allFields(bare).map(({ field }) => field.name)
        : definition?.kind === "struct"
          ? (definition.subtypes?.tags.map(({ name }) => name) ?? [])
          : [];
    return names.slice(0, maxPlaces).map((member) => [{ member }]);
  }
}

/** Choices that omit optional values, and choices that set them: samplers offer the omission first. */
const firstChoices: Choices = { below: () => 0, pick: ([item]) => present(item) };
const lastChoices: Choices = { below: (count) => count - 1, pick: (items) => present(items.at(-1)) };

function present<Item>(item: Item | undefined): Item {
  if (item === undefined) {
    throw new Error("There is nothing to pick from.");
  }
  return item;
}

function times(count: number, make: () => unknown): readonly unknown[] {
  return Array.from({ length: count }).flatMap(() => {
    try {
      return [make()];
    } catch (thrown) {
      if (thrown instanceof Uninhabited) {
        return [];
      }
      throw thrown;
    }
  });
}

/** Returns the API in the form that source sees: fields for callers with a permission exist and are optional. */
function withoutPermissions(api: Api): Api {
  const lookup = new Lookup(api);
  const visible = (field: Field): Field => {
    if (field.omittedCaller === undefined) {
      return field;
    }
    const isRequired = field.default === undefined && !lookup.isNullable(field.type);
    return { ...field, omittedCaller: undefined, type: isRequired ? { kind: "nullable", of: field.type } : field.type };
  };
  return mapTypes(api, (type) =>
    type.kind === "struct"
      ? { ...type, fields: type.fields.map(visible) }
      : { ...type, fields: type.fields.map((tag) => ({ ...tag, omittedCaller: undefined })) },
  );
}
