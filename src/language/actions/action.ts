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

/** A change that an editor offers. */
export interface Action {
  readonly title: string;
  readonly kind: ActionKind;
  /** The finding that it removes. */
  readonly finding?: Finding;
  /** The same for one of the linter. */
  readonly lint?: LintFinding;
  readonly isPreferred?: boolean;
  /** A file that does not exist yet, and what it says. */
  readonly newFile?: { readonly path: string; readonly text: () => string };
  /** Files that are named for a namespace and change their names with it. */
  readonly renamedFiles?: readonly { readonly from: string; readonly to: string }[];
  /** The part of the inserted text that is still to be written: editors that can do so select it. */
  readonly placeholder?: string;
  /** Worked out only for the action that is chosen. */
  readonly edits: () => readonly TextEdit[];
}

/** Where a finding is, with all that is known. */
export interface FindingContext {
  readonly snapshot: Snapshot;
  readonly finding: Finding;
}

/** A change without the finding that it is for. */
export type Fix = Omit<Action, "kind" | "finding">;
