import type { Span } from "../source/span.js";

/** A named thing in a specification, which findings can be about. */
export interface Subject {
  /** `files`, `files.Metadata`, `files.Metadata.name`, `files.list_folder:2`, `files.list_folder:2.scope`. */
  readonly target: string;
  /** Its name. */
  readonly span: Span;
}
