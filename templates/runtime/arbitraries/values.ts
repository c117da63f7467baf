import {
  Arbitrary,
  array,
  boolean,
  constant,
  constantFrom,
  createDepthIdentifier,
  dictionary,
  double,
  integer,
  letrec,
  maxSafeInteger,
  oneof,
  option,
  record,
  string,
  uint8Array,
  type DepthContext,
  type DepthSize,
  type OneOfConstraints,
  type Random,
  type Stream,
  type Value,
} from "fast-check";
import { dateFrom } from "../codecs/timestamp-format.js";
import { base64 } from "../text/bytes.js";
import type { FieldShape, Shape, Shapes, UnionShape, VariantShape } from "./shape.js";

/** The form of the values to generate. */
export interface Form {
  /** Whether 64-bit integers are bigints. */
  readonly hasBigints: boolean;
  /** Whether timestamps are Dates. */
  readonly hasDates: boolean;
  /** Whether values are messages, which may have bare tags, and a `.tag` in structs. */
  readonly isMessage: boolean;
  /** Whether values may have tags and fields that are newer than the package. */
  readonly hasNewer: boolean;
  /** How quickly nested values become simple; `"small"` by default. */
  readonly depthSize?: DepthSize | undefined;
  /** The depth beyond which only the smallest choices are generated; 6 by default. */
  readonly maxDepth?: number | undefined;
}

type Members = Record<string, unknown>;

/** Strings and lists are generated at their maximum length only if that is at most this. */
const maxCharacters = 2_000;
const maxItems = 200;

/** After this many structs and unions in a value, the others are as small as their types allow. */
const maxStructs = 100;

/** Returns an arbitrary of the values of a shape. */
export function valuesOf(root: Shape, shapes: Shapes, form: Form): Arbitrary<unknown> {
  const names = reachable(root, shapes);
  const { "": values = constant(null) } = letrec<Members>((tie) => {
    const maker = new ValueMaker(form, (name) => tie(name));
    const all = [...names].map((name) => [name, maker.limited(shapes[name] ?? { kind: "void" })] as const);
    return Object.fromEntries([...all, ["", maker.limited(root)]]);
  });
  return values;
}

/** The names of all types that a shape refers to. */
function reachable(root: Shape, shapes: Shapes): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (shape: Shape): void => {
    switch (shape.kind) {
      case "ref":
        if (!names.has(shape.name)) {
          names.add(shape.name);
          visit(shapes[shape.name] ?? { kind: "void" });
        }
        return;
      case "list":
      case "map":
      case "nullable":
        return visit(shape.of);
      case "struct":
        return shape.fields.forEach((field) => visit(field.of));
      case "union":
        shape.variants.forEach((each) => each.of && visit(each.of));
        return shape.newer?.forEach((field) => visit(field.of));
      case "void":
      case "boolean":
      case "bytes":
      case "map-key":
      case "integer":
      case "float":
      case "text":
      case "texts":
      case "timestamp":
        return;
      default:
        return shape satisfies never;
    }
  };
  visit(root);
  return names;
}

/** The extent of the value that is being generated, so far. */
interface Extent {
  /** The counter of `oneof` and `option`, which always take their first choice at `maxDepth`. */
  readonly depth: DepthContext;
  readonly maxDepth: number;
  /** The number of structs and unions that have been started, and how many of them are unfinished. */
  begun: number;
  open: number;
}

/** Values that are as small as possible if at least `most` structs and unions have been started before them. */
class LimitedArbitrary extends Arbitrary<unknown> {
  readonly #values: Arbitrary<unknown>;
  readonly #extent: Extent;
  readonly #most: number;

  constructor(values: Arbitrary<unknown>, extent: Extent, most: number) {
    super();
    this.#values = values;
    this.#extent = extent;
    this.#most = most;
  }

  override generate(random: Random, bias: number | undefined): Value<unknown> {
    const extent = this.#extent;
    const { depth } = extent.depth;
    extent.begun = extent.open === 0 ? 0 : extent.begun;
    if (extent.begun >= this.#most) {
      extent.depth.depth = Math.max(depth, extent.maxDepth);
    }
    extent.begun++;
    extent.open++;
    try {
      return this.#values.generate(random, bias);
    } finally {
      extent.open--;
      extent.depth.depth = depth;
    }
  }

  override canShrinkWithoutContext(value: unknown): value is unknown {
    return this.#values.canShrinkWithoutContext(value);
  }

  override shrink(value: unknown, context: unknown): Stream<Value<unknown>> {
    return this.#values.shrink(value, context);
  }
}

class ValueMaker {
  readonly #form: Form;
  readonly #extent: Extent;
  readonly #depth: Pick<OneOfConstraints, "depthIdentifier" | "depthSize" | "maxDepth">;
  readonly #tie: (name: string) => Arbitrary<unknown>;

  constructor(form: Form, tie: (name: string) => Arbitrary<unknown>) {
    const { depthSize = "small", maxDepth = 6 } = form;
    const depth = createDepthIdentifier();
    this.#form = form;
    this.#extent = { depth, maxDepth, begun: 0, open: 0 };
    this.#depth = { depthIdentifier: depth, depthSize, maxDepth };
    this.#tie = tie;
  }

  /**
   * Limits the number of structs and unions in a value: after `maxStructs`, all others are minimal. A limit on the depth is
   * not enough, because a struct may contain itself in many fields.
   */
  limited(shape: Shape): Arbitrary<unknown> {
    return new LimitedArbitrary(this.make(shape), this.#extent, maxStructs);
  }

  make(shape: Shape): Arbitrary<unknown> {
    switch (shape.kind) {
      case "void":
        return constant(null);
      case "boolean":
        return boolean();
      case "bytes":
        return uint8Array({ maxLength: 8 }).map(base64);
      case "integer":
        return this.#integer(shape);
      case "float":
        return double({ min: shape.min, max: shape.max, noNaN: true }).map((value) => {
          const near = shape.is32 === true ? Math.fround(value) : value;
          return (shape.min <= near && near <= shape.max ? near : value) + 0; // JSON has no negative zero
        });
      case "text":
        return this.#text(shape.min, shape.max);
      case "map-key":
        return string({ unit: "binary", maxLength: 8 }).filter((key) => key !== "__proto__");
      case "texts":
        return constantFrom(...shape.texts);
      case "timestamp":
        return constantFrom(
          ...(this.#form.hasDates ? shape.texts.map((each) => dateFrom(each, shape.format) ?? each) : shape.texts),
        );
      case "list":
        return this.#list(shape.of, shape.min, shape.max);
      case "map":
        return this.#map(shape);
      case "nullable":
        return option(this.make(shape.of), { nil: null, ...this.#depth });
      case "ref":
        return this.#tie(shape.name);
      case "struct":
        return this.#struct(shape.fields, this.#form.isMessage);
      case "union":
        return this.#union(shape);
    }
  }

  #integer({ min, max, is64 }: Extract<Shape, { kind: "integer" }>): Arbitrary<unknown> {
    const clamp = (limit: number | bigint): number =>
      Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(limit)));
    const [from, to] = [clamp(min), clamp(max)];
    const isSmall = -(2 ** 31) <= from && to < 2 ** 31;
    const near = Math.max(from, Math.min(0, to));
    const numbers = isSmall
      ? integer({ min: from, max: to })
      : oneof(
          integer({ min: Math.max(from, near - 1000), max: Math.min(to, near + 1000) }),
          maxSafeInteger().map((value) => Math.max(from, Math.min(to, value))),
          constantFrom(from, to),
        );
    return is64 === true && this.#form.hasBigints ? numbers.map((value) => BigInt(value)) : numbers;
  }

  /** Strings of `min` to `max` code points, some of them with exactly `max`. */
  #text(min: number, max = Infinity): Arbitrary<string> {
    const short = string({ unit: "binary", minLength: min, maxLength: Math.min(max, min + 10) });
    return max > min + 10 && max <= maxCharacters
      ? oneof(
          { ...this.#depth, withCrossShrink: true },
          { arbitrary: short, weight: 9 },
          { arbitrary: constantFrom("a", "😀").map((one) => one.repeat(max)), weight: 1 },
        )
      : short;
  }

  #list(of: Shape, min: number, max = Infinity): Arbitrary<unknown> {
    const items = this.make(of);
    const shortest = array(items, { minLength: min, maxLength: min });
    const short = array(items, { minLength: min, maxLength: Math.min(max, min + 3) });
    const isLong = max > min + 3 && max <= maxItems;
    const filled = (value: unknown): unknown[] => Array.from({ length: max }, () => value);
    return this.#fromShortest(
      shortest,
      { arbitrary: short, weight: 8 },
      ...(isLong ? [{ arbitrary: new LimitedArbitrary(items, this.#extent, 0).map(filled), weight: 1 }] : []),
    );
  }

  #map({ key, of }: Extract<Shape, { kind: "map" }>): Arbitrary<unknown> {
    const [keys, values] = [this.make(key) as Arbitrary<string>, this.make(of)];
    const members = dictionary(keys, values, { maxKeys: 3, noNullPrototype: true });
    return this.#fromShortest(
      constant(null).map(() => ({})),
      { arbitrary: members, weight: 8 },
    );
  }

  /** Beyond the maximum depth, generates only the shortest list or map, because items may contain their own type. */
  #fromShortest(
    shortest: Arbitrary<unknown>,
    ...others: { readonly arbitrary: Arbitrary<unknown>; readonly weight: number }[]
  ): Arbitrary<unknown> {
    return oneof({ ...this.#depth, withCrossShrink: true }, { arbitrary: shortest, weight: 1 }, ...others);
  }

  #struct(fields: readonly FieldShape[], mayHaveTag: boolean): Arbitrary<Members> {
    const own: Record<string, Arbitrary<unknown>> = Object.fromEntries(
      fields.map(({ name, of, isOptional }) => [
        name,
        isOptional === true ? option(this.make(of), { nil: undefined, ...this.#depth }) : this.make(of),
      ]),
    );
    const more: Record<string, Arbitrary<unknown>> = {
      ...(mayHaveTag && { ".tag": constantFrom(undefined, "any") }),
      ...(this.#form.hasNewer && { a_newer_field: constantFrom(undefined, [1]) }),
    };
    return record({ ...more, ...own }).map((members) => present(members));
  }

  #union({ variants, newer, hasBareTags }: UnionShape): Arbitrary<unknown> {
    const known = variants.map((variant) => this.#variant(variant, hasBareTags === true));
    const others =
      newer !== undefined && this.#form.hasNewer
        ? [this.#struct(newer, false).map((members) => ({ ...members, ".tag": "a_newer_tag" }))]
        : [];
    const [first = constant(null), ...rest] = [...known, ...others];
    return oneof({ ...this.#depth, withCrossShrink: true }, first, ...rest);
  }

  #variant({ tag, of, isFlat }: VariantShape, hasBareTags: boolean): Arbitrary<unknown> {
    if (of === undefined) {
      return hasBareTags ? constantFrom<unknown>({ ".tag": tag }, tag) : constant({ ".tag": tag });
    }
    const inner = of.kind === "nullable" ? of.of : of;
    const values = this.make(inner).map((value): unknown =>
      isFlat === true ? { ...(value as object), ".tag": tag } : { ".tag": tag, [tag]: value },
    );
    return of.kind === "nullable" ? option(values, { nil: { ".tag": tag }, ...this.#depth }) : values;
  }
}

/** The members that are set. `__proto__` is treated like any other. */
function present(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
