import type { SpecEditor } from "../editor/spec-editor.js";
import type { Shown } from "../../../src/cli/playground/messages.js";

/** The reason for an update of a tab. */
export type Reason = "opened" | "spec changed" | "cursor moved";

/** The content of a tab. */
export interface Tab {
  /** Updates the tab for the current specification. Resolves to the answer of the worker; undefined without a request. */
  update(reason: Reason): Promise<Shown<unknown> | undefined>;
}

/** The objects that all tabs use. */
export interface TabContext {
  readonly editor: SpecEditor;
  readonly panel: HTMLElement;
  /** The texts with which the changes are compared. */
  readonly mark: Mark;
  readonly program: SharedProgram;
}

/** The texts with which the current ones are compared. */
export interface Mark {
  files: SpecTexts;
}
type SpecTexts = SpecEditor["files"];

/** The program of the user, which links contain. */
export interface SharedProgram {
  /** Undefined if it was not edited. */
  readonly text: string | undefined;
  set(text: string | undefined): void;
}
