/** The shape of a type's values in JSON. */
export type Shape =
  | { readonly kind: "void" | "boolean" | "bytes" | "map-key" }
  | { readonly kind: "integer"; readonly min: number | bigint; readonly max: number | bigint; readonly is64?: true }
  | { readonly kind: "float"; readonly min: number; readonly max: number; readonly is32?: true }
  /** Lengths are in code points. */
  | { readonly kind: "text"; readonly min: number; readonly max?: number }
  /** Strings that match a pattern, shortest first, and the limits of their length, if any. */
  | { readonly kind: "texts"; readonly texts: readonly string[]; readonly min?: number; readonly max?: number }
  | { readonly kind: "timestamp"; readonly format: string; readonly texts: readonly string[] }
  | { readonly kind: "list"; readonly of: Shape; readonly min: number; readonly max?: number }
  | { readonly kind: "map"; readonly key: Shape; readonly of: Shape }
  | { readonly kind: "nullable"; readonly of: Shape }
  | { readonly kind: "ref"; readonly name: string }
  | { readonly kind: "struct"; readonly fields: readonly FieldShape[] }
  | UnionShape;

/** A field of a struct. */
export interface FieldShape {
  readonly name: string;
  readonly of: Shape;
  readonly isOptional?: true;
  /** Whether a message may omit the field although it is not optional, because its default is not a value of its type. */
  readonly hasDefault?: true;
}

/** A union, or the subtypes of a struct. The variants that need the least nesting come first. */
export interface UnionShape {
  readonly kind: "union";
  readonly variants: readonly VariantShape[];
  /** The fields of a variant whose tag is unknown to the package; undefined if there can be no such tags. */
  readonly newer?: readonly FieldShape[];
  /** Whether a tag without a value may be a bare string. */
  readonly hasBareTags?: true;
}

export interface VariantShape {
  readonly tag: string;
  /** The shape of the value; undefined if the tag has none. */
  readonly of?: Shape;
  /** Whether the fields of the value are next to the tag. */
  readonly isFlat?: true;
}

/** Type name to shape. */
export type Shapes = Readonly<Record<string, Shape>>;
