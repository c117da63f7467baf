import type { SpecEditor } from "../editor/spec-editor.js";
import type { Shown } from "../../messages.js";

/** The reason for an update of a tab. */
export type Reason = "opened" | "spec changed" | "cursor moved";

/** The content of a tab. */
export interface Tab {
  /** Updates the tab for the current specification. Resolves to the worker's result; undefined if there was no request. */
  update(reason: Reason): Promise<Shown<unknown> | undefined>;
}

/** The objects that all tabs use. */
export interface TabContext {
  readonly editor: SpecEditor;
  readonly panel: HTMLElement;
  /** The version with which the current specification is compared. */
  readonly mark: Mark;
  readonly program: SharedProgram;
}

/** The files of the version with which the current specification is compared. */
export interface Mark {
  files: SpecTexts;
}
type SpecTexts = SpecEditor["files"];

/** The user's program, which links contain. */
export interface SharedProgram {
  /** The program; undefined if it was not edited. */
  readonly text: string | undefined;
  set(text: string | undefined): void;
}
