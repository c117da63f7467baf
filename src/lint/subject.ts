import type { Span } from "../text/span.js";

/** A named part of a specification that findings can be about. */
export interface Subject {
  /** Such as `files`, `files.Metadata`, `files.Metadata.name`, `files.list_folder:2` or `files.list_folder:2.scope`. */
  readonly target: string;
  /** The location of the subject's name. */
  readonly span: Span;
}
