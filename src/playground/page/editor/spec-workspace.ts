import { LSPPlugin, Workspace, type LSPClient, type WorkspaceFile } from "@codemirror/lsp-client";
import type { ChangeSet, Text, TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

/** The functions of the editor that the workspace needs. */
export interface EditorActions {
  /** Returns the editor's view if it shows the file; null otherwise. */
  readonly viewOf: (uri: string) => EditorView | null;
  /** Shows a file. */
  readonly show: (uri: string) => EditorView;
  /** Changes a file that is not shown. Returns the new text. */
  readonly change: (uri: string, change: TransactionSpec) => Text;
}

interface SpecFile extends WorkspaceFile {
  doc: Text;
  version: number;
}

/** The files of the specification. All of them are open, and one is shown in the editor. */
export class SpecWorkspace extends Workspace {
  override files: SpecFile[] = [];
  readonly #actions: EditorActions;

  constructor(client: LSPClient, actions: EditorActions) {
    super(client);
    this.#actions = actions;
  }

  add(uri: string, doc: Text): void {
    const getView = (): EditorView | null => this.#actions.viewOf(uri);
    const file: SpecFile = { uri, languageId: "stone", version: 0, doc, getView };
    this.files.push(file);
    if (this.client.connected) {
      this.client.didOpen(file);
    }
  }

  remove(uri: string): void {
    this.files = this.files.filter((file) => file.uri !== uri);
    this.client.didClose(uri);
  }

  override syncFiles(): { file: SpecFile; prevDoc: Text; changes: ChangeSet }[] {
    return this.files.flatMap((file) => {
      const view = file.getView();
      const plugin = view && LSPPlugin.get(view);
      if (view === null || plugin === null || plugin.unsyncedChanges.empty) {
        return [];
      }
      const update = { file, prevDoc: file.doc, changes: plugin.unsyncedChanges };
      file.doc = view.state.doc;
      file.version++;
      plugin.clear();
      return [update];
    });
  }

  override openFile(): void {
    // The file that the editor shows is already open.
  }

  override closeFile(): void {
    // Files stay open when another one is shown.
  }

  override updateFile(uri: string, change: TransactionSpec): void {
    const file = this.files.find((one) => one.uri === uri);
    const view = this.#actions.viewOf(uri);
    if (view !== null) {
      view.dispatch(change);
    } else if (file !== undefined) {
      this.client.didClose(uri);
      file.doc = this.#actions.change(uri, change);
      file.version++;
      this.client.didOpen(file);
    }
  }

  override displayFile(uri: string): Promise<EditorView | null> {
    const isKnown = this.files.some((file) => file.uri === uri);
    return Promise.resolve(isKnown ? this.#actions.show(uri) : null);
  }
}
