import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { lintGutter, lintKeymap, openLintPanel } from "@codemirror/lint";
import {
  findReferencesKeymap,
  formatKeymap,
  hoverTooltips,
  jumpToDefinitionKeymap,
  renameKeymap,
  serverCompletion,
  signatureHelp,
} from "@codemirror/lsp-client";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import type { Cursor, SpecText } from "../../messages.js";
import { Server } from "../server.js";
import { codeStyle, editing } from "./code-style.js";
import { Problems } from "./problems.js";
import { semanticColors } from "./semantic-colors.js";
import { SpecWorkspace } from "./spec-workspace.js";
import { indentService } from "@codemirror/language";

/** The elements that hovers show, as Markdown produces them. Other elements are replaced by their content. */
const allowed = new Set(
  "p,ul,ol,li,pre,code,em,strong,a,br,hr,h1,h2,h3,h4,blockquote,table,thead,tbody,tr,th,td,span".split(","),
);

/** The elements whose content is not text, which are removed. */
const dropped = new Set("script,style,template,iframe,object,svg,math".split(","));

/** Removes everything but text from the documentation of a specification as HTML, because anyone may have written it. */
function sanitize(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const node of body.querySelectorAll("*")) {
    const name = node.localName;
    if (dropped.has(name)) {
      node.remove();
    } else if (allowed.has(name)) {
      for (const attribute of [...node.attributes]) {
        const isKept = attribute.name === "class" || (attribute.name === "href" && /^https?:/.test(attribute.value));
        if (!isKept) {
          node.removeAttribute(attribute.name);
        }
      }
    } else {
      node.replaceWith(...node.childNodes);
    }
  }
  return body.innerHTML;
}

/** Matches lines after which a new level starts. */
const opening =
  /^\s*(?:struct|union|union_closed|route|patch|annotation_type|example|attrs)\b|^\s*\w+ (?:struct|union|union_closed)\s*$/;

/**
 * Indents a new line like the previous one, and more deeply after the first line of a definition. After an empty line, a
 * definition starts, so that the new line is not indented.
 */
export const indentation: Extension = indentService.of(({ state, unit, simulatedBreak }, at) => {
  const { text, number } = state.doc.lineAt(at);
  const before = text.slice(0, at - state.doc.line(number).from);
  if (before.trim() === "" && simulatedBreak !== null) {
    return text.trim() === "" ? 0 : before.length;
  }
  const line = before.trim() === "" && number > 1 ? state.doc.line(number - 1).text : before;
  const width = /^ */.exec(line)?.[0].length ?? 0;
  return opening.test(line) ? width + unit : width;
});

/** The page's listeners for events in the editor. */
export interface SpecEditorEvents {
  /** Called when the text of a file has changed. */
  readonly onChange: () => void;
  readonly onCursor: () => void;
  readonly onProblems: () => void;
  /** Called when another file is shown, or the list of files has changed. */
  readonly onFiles: () => void;
  readonly onCrash: (reason: string) => void;
}

/** An editor for the files of a specification, one of which is shown. */
export class SpecEditor {
  readonly server: Server;
  readonly problems: Problems;
  readonly #parent: Element;
  #view: EditorView;
  readonly #workspace: SpecWorkspace;
  readonly #events: SpecEditorEvents;
  /** The states of the files by name. For the shown file, the view has the current state. */
  readonly #states = new Map<string, EditorState>();
  #shown = "";

  constructor(parent: Element, events: SpecEditorEvents) {
    this.#parent = parent;
    this.#events = events;
    this.problems = new Problems(events.onProblems);
    let workspace: SpecWorkspace | undefined;
    this.server = new Server(
      {
        initializationOptions: { diagnostics: { delay: 50 } },
        sanitizeHTML: sanitize,
        extensions: [this.problems.extension],
        workspace: (client) =>
          (workspace = new SpecWorkspace(client, {
            viewOf: (uri) => (uri === uriOf(this.#shown) ? this.#view : null),
            show: (uri) => {
              this.show(nameOf(uri));
              return this.#view;
            },
            change: (uri, change) => {
              const name = nameOf(uri);
              const state = this.#stateOf(name).update(change).state;
              this.#states.set(name, state);
              events.onChange();
              return state.doc;
            },
          })),
      },
      events.onCrash,
    );
    if (workspace === undefined) {
      throw new Error("The client did not create a workspace.");
    }
    this.#workspace = workspace;
    this.#view = new EditorView({ parent, extensions: codeStyle });
    this.server.start();
  }

  get shown(): string {
    return this.#shown;
  }

  /** The names of the files, in their order. */
  get names(): readonly string[] {
    return [...this.#states.keys()];
  }

  get files(): readonly SpecText[] {
    return this.names.map((path) => ({ path, text: this.#stateOf(path).doc.toString() }));
  }

  /** The position of the cursor, as a position of the language server protocol. */
  get cursor(): Cursor {
    const { doc, selection } = this.#stateOf(this.#shown);
    const line = doc.lineAt(selection.main.head);
    return {
      textDocument: { uri: uriOf(this.#shown) },
      position: { line: line.number - 1, character: selection.main.head - line.from },
    };
  }

  /** Replaces all files. */
  load(files: readonly SpecText[]): void {
    for (const name of this.names) {
      this.#close(name);
    }
    files.forEach(({ path, text }) => this.#open(path, text));
    this.#shown = "";
    this.show(files[0]?.path ?? "");
  }

  add(name: string, text: string): void {
    this.#open(name, text);
    this.show(name);
    this.#events.onChange();
  }

  /** Removes a file. There must be another one. */
  remove(name: string): void {
    this.#close(name);
    if (this.#shown === name) {
      this.#shown = "";
      this.show(this.names[0] ?? "");
    }
    this.#events.onFiles();
    this.#events.onChange();
  }

  show(name: string): void {
    if (name !== this.#shown) {
      this.server.client.sync();
      if (this.#states.has(this.#shown)) {
        this.#states.set(this.#shown, this.#view.state);
      }
      const state = this.#stateOf(name);
      this.#shown = name;
      const { hasFocus } = this.#view;
      // A view of its own: the tooltips and dialogs of a view cannot be used with the text of another file.
      this.#view.destroy();
      this.#view = new EditorView({ parent: this.#parent, state });
      if (hasFocus) {
        this.#view.focus();
      }
      void this.problems.underline(this.#view);
      this.#events.onFiles();
    }
  }

  focus(): void {
    this.#view.focus();
  }

  /** Lists the problems of the shown file. */
  listProblems(): void {
    openLintPanel(this.#view);
  }

  #open(name: string, text: string): void {
    const state = EditorState.create({ doc: text, extensions: this.#extensions(name) });
    this.#states.set(name, state);
    this.#workspace.add(uriOf(name), state.doc);
  }

  #close(name: string): void {
    this.#states.delete(name);
    this.#workspace.remove(uriOf(name));
    this.problems.forget(uriOf(name));
  }

  #stateOf(name: string): EditorState {
    const state = name === this.#shown ? this.#view.state : this.#states.get(name);
    if (state === undefined) {
      throw new Error(`There is no file ${name}.`);
    }
    return state;
  }

  #extensions(name: string): Extension {
    return [
      editing("Specification", "    "),
      indentation,
      closeBrackets(),
      autocompletion({ activateOnTypingDelay: 10 }),
      serverCompletion(),
      hoverTooltips(),
      signatureHelp(),
      lintGutter(),
      semanticColors,
      keymap.of([
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...lintKeymap,
        ...formatKeymap,
        ...renameKeymap,
        ...jumpToDefinitionKeymap,
        ...findReferencesKeymap,
      ]),
      this.server.client.plugin(uriOf(name), "stone"),
      EditorView.updateListener.of(({ docChanged, selectionSet }) => {
        if (docChanged) {
          this.server.client.sync();
          this.#events.onChange();
        } else if (selectionSet) {
          this.#events.onCursor();
        }
      }),
    ];
  }
}

/** Returns the URI of a file for the language server. */
export function uriOf(name: string): string {
  return `file:///spec/${name}`;
}

function nameOf(uri: string): string {
  return uri.slice(uri.lastIndexOf("/") + 1);
}
