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
  /** Files named after a namespace, which are renamed with it. */
  readonly renamedFiles?: readonly { readonly from: string; readonly to: string }[];
  /** The placeholder in the inserted text: editors that support it select it. */
  readonly placeholder?: string;
  /** Computed only for the chosen action. */
  readonly edits: () => readonly TextEdit[];
}

/** Where a finding is, with all that is known. */
export interface FindingContext {
  readonly snapshot: Snapshot;
  readonly finding: Finding;
}

/** A change without the finding that it is for. */
export type Fix = Omit<Action, "kind" | "finding">;
