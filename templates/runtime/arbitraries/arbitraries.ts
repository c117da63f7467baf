import type { Arbitrary, DepthSize } from "fast-check";
import type { Decode } from "../codecs/check.js";
import { nearMisses, type NearMiss } from "./near-misses.js";
import type { Shape, Shapes } from "./shape.js";
import { valuesOf, type Form } from "./values.js";

/** The options of {@link ArbitraryOf}. */
export interface ArbitraryOptions {
  /**
   * The kind of values: what the decoder returns (`read`, the default), what the encoder accepts (`write`), or the JSON that a
   * strict decoder accepts (`message`).
   */
  readonly view?: "read" | "write" | "message" | undefined;
  /** Whether values include tags and fields that are unknown to the package, which lenient decoders accept. */
  readonly newer?: boolean | undefined;
  /** How quickly nested values become simple: the option `depthSize` of fast-check's `oneof`; `"small"` by default. */
  readonly depthSize?: DepthSize | undefined;
  /**
   * How deeply non-empty lists, present optional fields and variants other than the simplest may be nested; 6 by
   * default. Deeper values are as small as their types allow.
   */
  readonly maxDepth?: number | undefined;
}

/** The writable form of a type. */
type Writable<T, Input> = unknown extends Input ? T : Input;

/** Returns the arbitrary for a decoder's type: `arbitrary(decodeFileMetadata)`. Throws a TypeError if the type has no values. */
export interface ArbitraryOf {
  <T, Input>(decode: Decode<T, Input>, options: ArbitraryOptions & { readonly view: "message" }): Arbitrary<unknown>;
  <T, Input>(
    decode: Decode<T, Input>,
    options: ArbitraryOptions & { readonly view: "write" },
  ): Arbitrary<Writable<T, Input>>;
  <T, Input>(decode: Decode<T, Input>, options?: ArbitraryOptions & { readonly view?: "read" }): Arbitrary<T>;
}

/** Returns an arbitrary of messages that a strict decoder rejects, each with the code of the `DecodeError`. */
export type InvalidOf = <T, Input>(decode: Decode<T, Input>) => Arbitrary<NearMiss>;

/** The data of an API from which its arbitraries are made. */
export interface ArbitrariesApi {
  readonly shapes: Shapes;
  /** Returns each decoder with the shape of its type, which is undefined if the type has no values. */
  readonly decoders: () => readonly (readonly [decode: unknown, shape: Shape | undefined])[];
  readonly int64: "number" | "bigint";
  readonly timestamps: "string" | "date";
}

/** The arbitraries of an API. */
export class Arbitraries {
  readonly #api: ArbitrariesApi;
  #shapes: ReadonlyMap<unknown, Shape | undefined> | undefined;

  constructor(api: ArbitrariesApi) {
    this.#api = api;
  }

  readonly arbitrary: ArbitraryOf = (
    decode: Decode<unknown>,
    { view = "read", newer = false, depthSize, maxDepth }: ArbitraryOptions = {},
  ): Arbitrary<unknown> => {
    const isWritten = view === "write";
    const form: Form = {
      hasBigints: isWritten && this.#api.int64 === "bigint",
      hasDates: isWritten && this.#api.timestamps === "date",
      isMessage: !isWritten,
      hasNewer: newer && !isWritten,
      depthSize,
      maxDepth,
    };
    const values = valuesOf(this.#shapeOf(decode), this.#api.shapes, form);
    return view === "read" ? values.map((json) => decode(json, { strict: !newer })) : values;
  };

  readonly invalid: InvalidOf = (decode) => nearMisses(this.#shapeOf(decode), this.#api.shapes, decode);

  #shapeOf(decode: unknown): Shape {
    this.#shapes ??= new Map(this.#api.decoders());
    const shape = this.#shapes.get(decode);
    if (shape === undefined) {
      throw new TypeError(
        this.#shapes.has(decode)
          ? "The type has no value: it requires itself, or a text that its pattern does not match"
          : "This is no decoder of the package, such as decodeFileMetadata",
      );
    }
    return shape;
  }
}
