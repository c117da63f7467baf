/** What the values of a type are like, as JSON on the wire. */
export type Shape =
  | { readonly kind: "void" | "boolean" | "bytes" | "map-key" }
  | { readonly kind: "integer"; readonly min: number | bigint; readonly max: number | bigint; readonly is64?: true }
  | { readonly kind: "float"; readonly min: number; readonly max: number; readonly is32?: true }
  /** Lengths are in code points. */
  | { readonly kind: "text"; readonly min: number; readonly max?: number }
  /** Texts of a pattern, and the lengths that it may have besides: the shortest text is the first. */
  | { readonly kind: "texts"; readonly texts: readonly string[]; readonly min?: number; readonly max?: number }
  | { readonly kind: "timestamp"; readonly format: string; readonly texts: readonly string[] }
  | { readonly kind: "list"; readonly of: Shape; readonly min: number; readonly max?: number }
  | { readonly kind: "map"; readonly key: Shape; readonly of: Shape }
  | { readonly kind: "nullable"; readonly of: Shape }
  | { readonly kind: "ref"; readonly name: string }
  | { readonly kind: "struct"; readonly fields: readonly FieldShape[] }
  | UnionShape;

/** A field; the value may be without it if it is optional. */
export interface FieldShape {
  readonly name: string;
  readonly of: Shape;
  readonly isOptional?: true;
  /** Whether a message may be without it, although its default is no value of the type. */
  readonly hasDefault?: true;
}

/** A union, or the subtypes of a struct. Variants whose values end soonest are the first. */
export interface UnionShape {
  readonly kind: "union";
  readonly variants: readonly VariantShape[];
  /** The fields of a newer subtype, if there may be newer tags. */
  readonly newer?: readonly FieldShape[];
  /** Whether a tag without a value may be its text alone. */
  readonly hasBareTags?: true;
}

export interface VariantShape {
  readonly tag: string;
  /** Undefined if the tag has no value. */
  readonly of?: Shape;
  /** Whether the fields of the value stand beside the tag. */
  readonly isFlat?: true;
}

/** Type to its shape. */
export type Shapes = Readonly<Record<string, Shape>>;
