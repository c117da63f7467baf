import type { Span } from "../../text/span.js";
import type { Names } from "./names.js";
import type { Target } from "./target.js";

/** The role of an occurrence of a name (FE-4). */
export type Role =
  | "declaration"
  | "import"
  | "qualifier"
  | "type"
  | "parent"
  | "subtype"
  | "patch"
  | "annotation"
  | "annotation type"
  | "argument"
  | "tag"
  | "entry"
  | "label"
  | "attribute"
  | "successor"
  | "documentation";

/** An occurrence of a name in a specification. */
export interface Occurrence {
  readonly role: Role;
  readonly text: string;
  readonly span: Span;
  /** Resolves the target; undefined if there is none. */
  readonly resolve: () => Target | undefined;
}

export type Visit = (occurrence: Occurrence) => void;

/** Where names are looked up. */
export interface Context {
  readonly namespace: string;
  readonly names: Names;
  readonly visit: Visit;
}
