import { setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { LSPPlugin, type LSPClient, type LSPClientExtension } from "@codemirror/lsp-client";
import type { ChangeSpec, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

interface ServerDiagnostic {
  readonly range: Range;
  readonly severity?: number;
  readonly code?: string | number;
  readonly message: string;
}

interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly ServerDiagnostic[];
}

interface CodeAction {
  readonly title: string;
  readonly edit?: WorkspaceEdit;
}

const severities = ["error", "warning", "info", "hint"] as const;

/** The maximum number of problems for which quick fixes are requested, because each needs its own request. */
const maxFixes = 20;

/** The problems that the language server reports, for all files. In the shown file they are underlined, and fixes are offered. */
export class Problems {
  readonly #published = new Map<string, readonly ServerDiagnostic[]>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The extension with which the client receives the problems. */
  get extension(): LSPClientExtension {
    return {
      clientCapabilities: {
        textDocument: {
          publishDiagnostics: { versionSupport: true },
          codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } },
        },
      },
      notificationHandlers: {
        "textDocument/publishDiagnostics": (client, { uri, version, diagnostics }: Published) => {
          const file = client.workspace.getFile(uri);
          if (file !== null && (version === undefined || version === file.version)) {
            this.#published.set(uri, diagnostics);
            this.#onChange();
            const view = file.getView();
            if (view !== null) {
              void this.underline(view);
            }
          }
          return true;
        },
      },
    };
  }

  /** Returns the numbers of errors and warnings in a file, or in all files. */
  count(uri?: string): { readonly errors: number; readonly warnings: number } {
    const all = uri === undefined ? [...this.#published.values()].flat() : (this.#published.get(uri) ?? []);
    const countOf = (wanted: number): number => all.filter(({ severity = 1 }) => severity === wanted).length;
    return { errors: countOf(1), warnings: countOf(2) };
  }

  /** Forgets the problems of a file that has been removed. */
  forget(uri: string): void {
    this.#published.delete(uri);
  }

  /** Underlines the problems of the file in an editor, and adds fixes when the server has returned them. */
  async underline(view: EditorView): Promise<void> {
    const plugin = LSPPlugin.get(view);
    const publishedProblems = plugin === null ? undefined : this.#published.get(plugin.uri);
    if (plugin === null || publishedProblems === undefined) {
      return;
    }
    const { syncedDoc } = plugin;
    const show = (fixes: readonly (readonly CodeAction[])[]): void => {
      const diagnostics = publishedProblems.map((each, index) => toDiagnostic(each, fixes[index] ?? [], plugin));
      view.dispatch(setDiagnostics(view.state, diagnostics));
    };
    show([]);
    const fixes = await Promise.all(publishedProblems.slice(0, maxFixes).map((each) => fixesOf(each, plugin)));
    if (fixes.flat().length > 0 && LSPPlugin.get(view) === plugin && plugin.syncedDoc === syncedDoc) {
      show(fixes);
    }
  }
}

async function fixesOf(
  { range, ...rest }: ServerDiagnostic,
  { client, uri }: { readonly client: LSPClient; readonly uri: string },
): Promise<readonly CodeAction[]> {
  const context = { diagnostics: [{ range, ...rest }], only: ["quickfix"] };
  const params = { textDocument: { uri }, range, context };
  try {
    const actions = await client.request<object, readonly CodeAction[] | null>("textDocument/codeAction", params);
    return (actions ?? []).filter(({ edit }) => edit !== undefined);
  } catch {
    return []; // for example because the text has changed
  }
}

function toDiagnostic(
  { range, severity = 1, code, message }: ServerDiagnostic,
  fixes: readonly CodeAction[],
  { client, view }: LSPPlugin,
): Diagnostic {
  return {
    from: offsetOf(range.start, view.state.doc),
    to: offsetOf(range.end, view.state.doc),
    severity: severities[severity - 1] ?? "error",
    message,
    ...(code !== undefined && { source: String(code) }),
    actions: fixes.map(({ title, edit = {} }) => ({ name: title, apply: () => applyEdit(edit, client) })),
  };
}

/** A position, as in the language server protocol. */
interface Position {
  readonly line: number;
  readonly character: number;
}
interface Range {
  readonly start: Position;
  readonly end: Position;
}
interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}
interface WorkspaceEdit {
  readonly changes?: Readonly<Record<string, readonly TextEdit[]>>;
  readonly documentChanges?: readonly {
    readonly textDocument?: { readonly uri: string };
    readonly edits?: readonly TextEdit[];
  }[];
}

/** Returns the offset of a position. A position beyond the end of a line or of the text counts as that end. */
function offsetOf({ line, character }: Position, doc: Text): number {
  if (line >= doc.lines) {
    return doc.length;
  }
  const { from, to } = doc.line(line + 1);
  return Math.min(from + character, to);
}

/** Applies an edit to all files that it affects. */
function applyEdit(edit: WorkspaceEdit, { workspace }: LSPClient): void {
  const documents = edit.documentChanges?.map(({ textDocument, edits }) => [textDocument?.uri, edits] as const);
  for (const [uri = "", edits = []] of documents ?? Object.entries(edit.changes ?? {})) {
    const file = workspace.getFile(uri);
    if (file !== null) {
      const doc = file.getView()?.state.doc ?? file.doc;
      const changes = edits.map(({ range, newText }): ChangeSpec => ({
        from: offsetOf(range.start, doc),
        to: offsetOf(range.end, doc),
        insert: newText,
      }));
      workspace.updateFile(uri, { changes, userEvent: "input.fix" });
    }
  }
}
