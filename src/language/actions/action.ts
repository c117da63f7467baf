import type { Finding } from "../../diagnostics/diagnostic.js";
import type { LintFinding } from "../../lint/finding.js";
import type { TextEdit } from "../edits/text-edit.js";
import type { Snapshot } from "../project.js";

type ActionKind =
  | "quickfix"
  | "refactor.extract"
  | "refactor.inline"
  | "refactor.rewrite"
  | "source.organizeImports"
  | "source.fixAll.ashlar";

/** A code action that an editor offers. */
export interface Action {
  readonly title: string;
  readonly kind: ActionKind;
  /** The compiler's finding that it resolves. */
  readonly finding?: Finding;
  /** The linter's finding that it resolves. */
  readonly lint?: LintFinding;
  readonly isPreferred?: boolean;
  /** A file that does not exist yet, and its text. */
  readonly newFile?: { readonly path: string; readonly text: () => string };
  /** Files that are named after a namespace and renamed with it. */
  readonly renamedFiles?: readonly { readonly from: string; readonly to: string }[];
  /** The placeholder in the inserted text, which editors select if they support it. */
  readonly placeholder?: string;
  /** Computed only for the chosen action. */
  readonly edits: () => readonly TextEdit[];
}

/** The place of a finding, and everything that is known about it. */
export interface FindingContext {
  readonly snapshot: Snapshot;
  readonly finding: Finding;
}

/** An action without the finding that it is for. */
export type Fix = Omit<Action, "kind" | "finding">;
