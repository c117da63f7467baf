import type { Finding } from "../../../text/diagnostics/diagnostic.js";
import type { LintFinding } from "../../../lint/rule.js";
import type { TextEdit } from "../edits.js";
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
  /** A file that the action creates, and the file's text. */
  readonly newFile?: { readonly path: string; readonly text: () => string };
  /** Files to rename because they are named after the renamed namespace. */
  readonly renamedFiles?: readonly { readonly from: string; readonly to: string }[];
  /** The placeholder in the inserted text. Editors that support it select the placeholder. */
  readonly placeholder?: string;
  /** Computed only for the chosen action. */
  readonly edits: () => readonly TextEdit[];
}

/** A finding, and the snapshot that it was found in. */
export interface FindingContext {
  readonly snapshot: Snapshot;
  readonly finding: Finding;
}

/** A quick fix, before it is associated with a finding. */
export type Fix = Omit<Action, "kind" | "finding">;

/** Returns the names that the message of a finding has in quotes. */
export function quotedNames({ message }: { readonly message: string }): string[] {
  return [...message.matchAll(/'([^']+)'/g)].map(([, name = ""]) => name);
}
