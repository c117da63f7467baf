import type { SpecEditor } from "../editor/spec-editor.js";
import type { Shown } from "../../../src/cli/playground/messages.js";

/** What makes a tab show something else. */
export type Reason = "opened" | "spec changed" | "cursor moved";

/** The content of a tab. */
export interface Tab {
  /** Shows what the specification is now. Resolves to what the worker has answered; undefined if nothing had to be asked. */
  update(reason: Reason): Promise<Shown<unknown> | undefined>;
}

/** What tabs have in common. */
export interface TabContext {
  readonly editor: SpecEditor;
  readonly panel: HTMLElement;
  /** The texts with which the changes are compared. */
  readonly mark: Mark;
  readonly program: SharedProgram;
}

/** The texts with which the tab of changes compares. */
export interface Mark {
  files: SpecTexts;
}
type SpecTexts = SpecEditor["files"];

/** The program of the user, which links have. */
export interface SharedProgram {
  /** Undefined if it was not edited. */
  readonly text: string | undefined;
  set(text: string | undefined): void;
}
