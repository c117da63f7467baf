/**
 * A compiled API as plain data, which emitters and all later tools read. Types are referred to by name, and every name
 * resolves. Lists are in the order of the specification where it matters, and otherwise sorted by name.
 */
export interface Api {
  readonly namespaces: readonly Namespace[];
  /** The namespace `stone_cfg`, whose struct `Route` is the schema of route attributes. */
  readonly stoneCfg: Namespace | undefined;
}

/** The name of a type, alias, annotation or annotation type. */
export interface Name {
  readonly namespace: string;
  readonly name: string;
}

/** A bound of a number. Integers that a number cannot represent exactly are bigints. */
export type Limit = number | bigint;

export type Scalar = string | number | bigint | boolean;

/**
 * A tag without a value as a default or an attribute. `union` is the union itself even if the type of the field is an
 * alias.
 */
export interface TagValue {
  readonly tag: string;
  readonly union: Name;
}

export type Value = Scalar | TagValue | null;

/** JSON in which large integers are bigints. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json };

export type IntegerKind = "int32" | "uint32" | "int64" | "uint64";
export type FloatKind = "float32" | "float64";

export interface NumberType {
  readonly kind: IntegerKind | FloatKind;
  readonly min?: Limit;
  readonly max?: Limit;
}

export interface StringType {
  readonly kind: "string";
  /** In code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression in Python's syntax. */
  readonly pattern?: string;
}

export interface TimestampType {
  readonly kind: "timestamp";
  readonly format: string;
}

export interface ListType {
  readonly kind: "list";
  readonly of: Type;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface MapType {
  readonly kind: "map";
  readonly key: StringType;
  readonly value: Type;
}

export interface NullableType {
  readonly kind: "nullable";
  /** Never nullable, not even through aliases. */
  readonly of: Type;
}

/** A struct, a union or an alias. */
export interface RefType extends Name {
  readonly kind: "ref";
}

/** A type whose values are written as literals. */
export type PrimitiveType = { readonly kind: "boolean" | "bytes" } | NumberType | StringType | TimestampType;

export type Type = PrimitiveType | { readonly kind: "void" } | ListType | MapType | NullableType | RefType;

/** A part of documentation: text, or the target of a reference such as `` :type:`File` ``. */
export type DocPart =
  | string
  | ({ readonly kind: "type" } & Name)
  | { readonly kind: "field"; readonly type: Name; readonly field: string }
  | { readonly kind: "route"; readonly namespace: string; readonly name: string; readonly version: number }
  | { readonly kind: "link"; readonly title: string; readonly url: string }
  | { readonly kind: "val"; readonly value: string };

export interface Doc {
  /**
   * The value of the literal without white space at line ends; undefined for namespaces, and if there is only text from
   * annotations.
   */
  readonly raw: string | undefined;
  /**
   * The text, in which single line breaks are spaces. It starts with the sentences of annotations. References are as
   * written.
   */
  readonly text: string;
  /**
   * The text without the sentences of annotations, and with references resolved. References that cannot be resolved
   * remain text.
   */
  readonly parts: readonly DocPart[];
}

export interface Redactor {
  readonly kind: "blot" | "hash";
  readonly regex: string | undefined;
  readonly annotation: Name;
}

/** An applied custom annotation. */
export interface AppliedAnnotation {
  readonly annotation: Name;
  readonly type: Name;
  readonly args: Readonly<Record<string, Scalar>>;
}

export interface Field {
  readonly name: string;
  readonly doc: Doc | undefined;
  /** Void for a tag without a value. */
  readonly type: Type;
  /** Undefined if there is no default; null is a possible default. */
  readonly default: Value | undefined;
  readonly deprecated: boolean;
  readonly preview: boolean;
  readonly omittedCaller: string | undefined;
  readonly redactor: Redactor | undefined;
  readonly annotations: readonly AppliedAnnotation[];
  /** Whether the field is the implicit tag `other` of an open union. */
  readonly catchAll: boolean;
}

export interface Example {
  readonly label: string;
  readonly doc: string | undefined;
  readonly value: Json;
}

export interface Subtypes {
  readonly closed: boolean;
  readonly tags: readonly { readonly name: string; readonly type: Name }[];
}

export interface Struct {
  readonly kind: "struct";
  readonly name: string;
  readonly doc: Doc | undefined;
  readonly parent: Name | undefined;
  readonly subtypes: Subtypes | undefined;
  /** The struct's own fields, then those added by patches. */
  readonly fields: readonly Field[];
  readonly examples: readonly Example[];
}

export interface Union {
  readonly kind: "union";
  readonly name: string;
  readonly doc: Doc | undefined;
  /** Whether the union is a `union_closed`. */
  readonly closed: boolean;
  readonly parent: Name | undefined;
  /** The union's own tags, then those added by patches, then its own catch-all tag. */
  readonly fields: readonly Field[];
  readonly examples: readonly Example[];
}

export interface Alias {
  readonly name: string;
  readonly doc: Doc | undefined;
  readonly type: Type;
  readonly redactor: Redactor | undefined;
  readonly annotations: readonly AppliedAnnotation[];
}

export interface Route {
  /** The name, including its path: `list_folder/continue`. */
  readonly name: string;
  /** From 1. */
  readonly version: number;
  readonly doc: Doc | undefined;
  readonly deprecated: { readonly by: { readonly name: string; readonly version: number } | undefined } | undefined;
  readonly arg: Type;
  readonly result: Type;
  readonly error: Type;
  /** The values of the schema's fields, except for fields without a value. */
  readonly attributes: Readonly<Record<string, Value>>;
}

export type Annotation = { readonly name: string } & (
  | { readonly kind: "deprecated" | "preview" }
  | { readonly kind: "omitted"; readonly caller: string }
  | { readonly kind: "redactedBlot" | "redactedHash"; readonly regex: string | undefined }
  | { readonly kind: "custom"; readonly type: Name; readonly args: Readonly<Record<string, Scalar>> }
);

export interface AnnotationType {
  readonly name: string;
  readonly doc: Doc | undefined;
  readonly params: readonly {
    readonly name: string;
    readonly doc: Doc | undefined;
    readonly type: Type;
    readonly default: Scalar | undefined;
  }[];
}

/** The reason why a namespace imports another one. */
export type ImportReason = "alias" | "annotation" | "annotationType" | "dataType";

export interface Namespace {
  readonly name: string;
  readonly doc: Doc | undefined;
  readonly imports: readonly { readonly namespace: string; readonly for: readonly ImportReason[] }[];
  readonly annotationTypes: readonly AnnotationType[];
  readonly annotations: readonly Annotation[];
  readonly aliases: readonly Alias[];
  readonly types: readonly (Struct | Union)[];
  readonly routes: readonly Route[];
}
