import type { Finding } from "../text/diagnostics/diagnostic.js";
import type { ItemSource } from "../text/item-source.js";
import type { Source, SourceFile } from "../text/source.js";
import type { Span } from "../text/span.js";

/** A parsed file. */
export interface SpecFile extends SourceFile {
  /** The text with `\n` for every line ending. */
  readonly source: Source;
  /** Whether each string has its closing quote. */
  readonly isClosed: boolean;
  readonly itemTexts: readonly ItemText[];
  /** The readable items, in the order of the file. */
  readonly items: readonly Item[];
  /** The readable parts of items with syntax errors. Nothing can refer to them. */
  readonly fragments: readonly Item[];
  /** Names that definitions with syntax errors may declare; references to them are not reported as unknown. */
  readonly brokenNames: readonly string[];
  /** Whether part of the file could not be read. */
  readonly broken: boolean;
  /** `LEX` and `GRAM` errors. */
  readonly findings: readonly Finding[];
}

/** The text of one top-level item, and the trees that it was parsed to. */
export interface ItemText {
  readonly source: ItemSource;
  /** Empty if the text could not be read. If a quote is missing, there may be several readable items before it. */
  readonly items: readonly Item[];
  /** The readable parts of an item with errors: its kind, its name and the valid lines (FE-3). */
  readonly partialItems: readonly Item[];
  /** Whether a quote is missing, so that text in strings and code cannot be distinguished. */
  readonly mixedUp: boolean;
  readonly brokenNames: readonly string[];
  readonly broken: boolean;
  /**
   * Whether the tokens do not match the grammar of an item. Other broken items match the grammar, but violate a rule.
   */
  readonly unreadable: boolean;
  readonly findings: readonly Finding[];
}

export type Item = NamespaceHeader | Import | Definition;
export type Definition = Alias | Struct | Union | Patch | Route | Annotation | AnnotationType;

export interface Name {
  readonly text: string;
  readonly span: Span;
}

export interface Doc {
  /** The value of the string literal (LEX-21). */
  readonly text: string;
  readonly span: Span;
}

interface Node {
  /** The span for diagnostics about the whole node: that of its name, or of its keyword if it has no name. */
  readonly span: Span;
  /** The span of the whole node, including its block, but not the comments around it. */
  readonly extent: Span;
}

export interface NamespaceHeader extends Node {
  readonly kind: "namespace";
  readonly name: Name;
  readonly doc: Doc | undefined;
}

export interface Import extends Node {
  readonly kind: "import";
  readonly name: Name;
}

export interface Alias extends Node {
  readonly kind: "alias";
  readonly name: Name;
  readonly type: TypeRef;
  readonly annotations: readonly AnnotationRef[];
  readonly doc: Doc | undefined;
}

export interface Struct extends Node {
  readonly kind: "struct";
  readonly name: Name;
  readonly parent: TypeRef | undefined;
  readonly doc: Doc | undefined;
  readonly subtypes: Subtypes | undefined;
  readonly fields: readonly Field[];
  readonly examples: readonly Example[];
}

export interface Subtypes extends Node {
  readonly closed: boolean;
  readonly members: readonly Subtype[];
}

export interface Subtype extends Node {
  readonly name: Name;
  readonly type: TypeRef;
}

export interface Union extends Node {
  readonly kind: "union";
  readonly closed: boolean;
  readonly name: Name;
  readonly parent: TypeRef | undefined;
  readonly doc: Doc | undefined;
  readonly fields: readonly Field[];
  readonly examples: readonly Example[];
}

export interface Patch extends Node {
  readonly kind: "patch";
  readonly target: "struct" | "union" | "union_closed";
  readonly name: Name;
  readonly fields: readonly Field[];
  readonly examples: readonly Example[];
}

/** A field of a struct, a tag of a union, or a parameter of an annotation type. */
export interface Field extends Node {
  readonly name: Name;
  readonly type: TypeRef | undefined;
  readonly default: Literal | Word | undefined;
  readonly annotations: readonly AnnotationRef[];
  readonly doc: Doc | undefined;
  readonly inline: Struct | Union | undefined;
}

export interface AnnotationRef extends Node {
  readonly qualifier: Name | undefined;
  readonly name: Name;
}

export interface Annotation extends Node {
  readonly kind: "annotation";
  readonly name: Name;
  readonly qualifier: Name | undefined;
  readonly type: Name;
  readonly args: readonly Argument[];
}

export interface AnnotationType extends Node {
  readonly kind: "annotation_type";
  readonly name: Name;
  readonly doc: Doc | undefined;
  readonly params: readonly Field[];
}

export interface TypeRef extends Node {
  readonly kind: "type";
  readonly qualifier: Name | undefined;
  readonly name: Name;
  /** Undefined if there are no parentheses. */
  readonly args: readonly Argument[] | undefined;
  readonly nullable: boolean;
}

export interface Argument extends Node {
  readonly keyword: Name | undefined;
  readonly value: Literal | TypeRef;
}

export interface Literal extends Node {
  readonly kind: "literal";
  /** Integers are bigints, floats are numbers. */
  readonly value: string | bigint | number | boolean | null;
}

/** A bare word instead of a value: a tag or the label of an example. */
export interface Word extends Node {
  readonly kind: "word";
  readonly text: string;
}

export interface Route extends Node {
  readonly kind: "route";
  readonly name: Name;
  readonly version: number;
  readonly types: { readonly arg: TypeRef; readonly result: TypeRef; readonly error: TypeRef };
  readonly deprecated: Deprecation | undefined;
  readonly doc: Doc | undefined;
  readonly attributes: readonly Attribute[];
}

export interface Deprecation extends Node {
  readonly by: { readonly name: Name; readonly version: number } | undefined;
}

export interface Attribute extends Node {
  readonly name: Name;
  readonly value: Literal | Word;
}

export interface Example extends Node {
  readonly label: Name;
  readonly doc: Doc | undefined;
  readonly entries: readonly ExampleEntry[];
}

export interface ExampleEntry extends Node {
  readonly name: Name;
  readonly value: ExampleValue;
}

export type ExampleValue = Literal | Word | ExampleList | ExampleMap;

export interface ExampleList extends Node {
  readonly kind: "list";
  readonly items: readonly ExampleValue[];
}

export interface ExampleMap extends Node {
  readonly kind: "map";
  readonly pairs: readonly { readonly key: ExampleValue; readonly value: ExampleValue }[];
}
