import type { Span } from "../source/span.js";

/** Something with a name in a specification: what findings are about. */
export interface Subject {
  /** `files`, `files.Metadata`, `files.Metadata.name`, `files.list_folder:2`, `files.list_folder:2.scope`. */
  readonly target: string;
  /** Its name. */
  readonly span: Span;
}
