import { pathToFileURL, fileURLToPath } from "node:url";

/*
 * What the extension and its client library see of an editor, without one: the parts of the module `vscode` that they use. What
 * is registered is kept, so that tests can call it as an editor would.
 */

type Listener = (event: unknown) => unknown;

class StubEvent {
  readonly #listeners = new Set<Listener>();
  readonly event = (listener: Listener, thisArg?: unknown): { dispose: () => void } => {
    const bound = (event: unknown): unknown => listener.call(thisArg, event);
    this.#listeners.add(bound);
    return { dispose: () => this.#listeners.delete(bound) };
  };
  readonly fire = (event: unknown): void => {
    this.#listeners.forEach((listener) => listener(event));
  };
  readonly dispose = (): void => this.#listeners.clear();
}

class Uri {
  readonly scheme: string;
  readonly path: string;

  constructor(scheme: string, path: string) {
    this.scheme = scheme;
    this.path = path;
  }

  static file(path: string): Uri {
    return new Uri("file", pathToFileURL(path).pathname);
  }

  static parse(text: string): Uri {
    const [, scheme = "", path = ""] = /^([a-z]+):(?:\/\/)?(.*)$/.exec(text) ?? [];
    return new Uri(scheme, path);
  }

  static from({ scheme, path }: { readonly scheme: string; readonly path: string }): Uri {
    return new Uri(scheme, path);
  }

  get fsPath(): string {
    return fileURLToPath(`file://${this.path}`);
  }

  toString(): string {
    return `${this.scheme}://${this.path}`;
  }
}

export class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(start: Position, end: Position) {
    this.start = start;
    this.end = end;
  }
}

class Cancellation {
  readonly token = { isCancellationRequested: false, onCancellationRequested: new StubEvent().event };
  readonly cancel = (): void => undefined;
  readonly dispose = (): void => undefined;
}

/** A class of the editor of which only instances are needed: `Hover`, `CompletionItem` and many more. */
function plainClass(): unknown {
  class Plain {
    readonly given: readonly unknown[];

    constructor(...given: readonly unknown[]) {
      this.given = given;
    }
  }
  return new Proxy(Plain, {
    get: (target, name) => (name in target ? (Reflect.get(target, name) as unknown) : constant(String(name))),
  });
}

/** A member of an enumeration, or a kind of code actions such as `CodeActionKind.QuickFix`. */
function constant(value: string): unknown {
  return { value, append: (part: string) => constant(`${value}.${part}`) };
}

/** The classes and enumerations that the extension imports; its library takes more from the module while it runs. */
const importedClasses = [
  "LanguageStatusSeverity",
  "Location",
  "ShellExecution",
  "Task",
  "TaskGroup",
  "ViewColumn",
  "WorkspaceEdit",
];

/** A namespace of the editor: what is not given is an event, or a function that does nothing. */
function namespace(members: object): unknown {
  const events = new Map<string | symbol, StubEvent>();
  return new Proxy(members, {
    get: (target, name) => {
      if (name in target) {
        return Reflect.get(target, name) as unknown;
      }
      if (/^on(?:Did|Will)/.test(String(name))) {
        const event = events.get(name) ?? new StubEvent();
        events.set(name, event);
        return Object.assign(event.event, { fire: event.fire });
      }
      return () => ({ dispose: () => undefined });
    },
  });
}

export interface StubDiagnostic {
  readonly code: unknown;
  readonly message?: string;
  readonly given: readonly unknown[];
}

interface DocumentFilter {
  readonly language?: string;
  readonly scheme?: string;
}

/** A document as the editor has it. */
export interface StubDocument {
  readonly uri: Uri;
  readonly languageId: string;
  readonly version: number;
  getText(): string;
}

/** An editor with one folder, in which the extension is the only one. */
export class StubEditor {
  /** By URI. */
  readonly diagnostics = new Map<string, readonly StubDiagnostic[]>();
  readonly commands = new Map<string, (...args: readonly unknown[]) => unknown>();
  /** The providers by the functions that register them. */
  readonly providers = new Map<string, Readonly<Record<string, (...args: readonly unknown[]) => unknown>>>();
  readonly messages: string[] = [];
  readonly status: { text: string; name?: string } = { text: "" };
  readonly textDocuments: StubDocument[] = [];
  readonly settings: Readonly<Record<string, unknown>>;
  isTrusted = true;
  /** The answer to the next questions. */
  answer: string | undefined;
  /** The text editor in which commands run. */
  activeTextEditor: unknown;
  readonly module: Readonly<Record<string, unknown>>;
  readonly #folder: string;
  readonly #visible: { readonly document: StubDocument }[] = [];

  constructor(folder: string, settings: Readonly<Record<string, unknown>> = {}) {
    this.#folder = folder;
    this.settings = settings;
    const known: Record<string, unknown> = {
      ...Object.fromEntries(importedClasses.map((name) => [name, plainClass()])),
      Uri,
      Position,
      Range,
      EventEmitter: StubEvent,
      CancellationTokenSource: Cancellation,
      CancellationError: class extends Error {},
      Disposable: class {
        static readonly from = (): object => ({ dispose: () => undefined });
        readonly dispose = (): void => undefined;
      },
      DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
      version: "1.100.0",
      env: { language: "en", appName: "stub" },
      window: this.#window(),
      workspace: this.#workspace(),
      languages: this.#languages(),
      commands: this.#commands(),
      tasks: namespace({ registerTaskProvider: this.#register("registerTaskProvider") }),
    };
    const classes = new Map<string | symbol, unknown>();
    this.module = new Proxy(known, {
      get: (target, name) => {
        if (!(name in target) && !classes.has(name)) {
          classes.set(name, plainClass());
        }
        return name in target ? (Reflect.get(target, name) as unknown) : classes.get(name);
      },
    });
  }

  /** Opens a document of the folder and makes it the active one, with the cursor at a place. */
  open(name: string, text: string, cursor = new Position(0, 0), scheme = "file"): StubDocument {
    const uri = Uri.from({ scheme, path: Uri.file(`${this.#folder}/${name}`).path });
    const document = {
      uri,
      languageId: "stone",
      version: 1,
      isDirty: false,
      getText: () => text,
      getWordRangeAtPosition: () => undefined,
    };
    this.textDocuments.push(document);
    this.activeTextEditor = { document, selection: { active: cursor } };
    this.#visible.push({ document });
    this.#fire("workspace", "onDidOpenTextDocument", document);
    this.#fire("window", "onDidChangeVisibleTextEditors", this.#visible);
    this.#fire("window", "onDidChangeActiveTextEditor", this.activeTextEditor);
    return document;
  }

  /** The argument of a provider's method: always an inactive one. */
  get token(): unknown {
    return new Cancellation().token;
  }

  #fire(part: "window" | "workspace", name: string, event: unknown): void {
    const events = this.module[part] as Readonly<Record<string, { readonly fire: (event: unknown) => void }>>;
    events[name]?.fire(event);
  }

  readonly #register =
    (name: string) =>
    (...args: readonly unknown[]): object => {
      const provider = args.find((arg) => typeof arg === "object" && arg !== null && !Array.isArray(arg));
      this.providers.set(name, provider as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>);
      return { dispose: () => undefined };
    };

  #window(): unknown {
    const show = (message: string): Promise<string | undefined> => {
      this.messages.push(message);
      return Promise.resolve(this.answer);
    };
    const editor = (): unknown => this.activeTextEditor;
    return namespace({
      createOutputChannel: () => namespace({}),
      showInformationMessage: show,
      showWarningMessage: show,
      showErrorMessage: show,
      showTextDocument: (document: unknown) => {
        this.activeTextEditor = { document };
        return Promise.resolve();
      },
      visibleTextEditors: this.#visible,
      tabGroups: namespace({ all: [] }),
      get activeTextEditor() {
        return editor();
      },
    });
  }

  #workspace(): unknown {
    const contents = new Map<string, { provideTextDocumentContent: (uri: Uri) => string }>();
    const isTrusted = (): boolean => this.isTrusted;
    return namespace({
      workspaceFolders: [{ uri: Uri.file(this.#folder), name: "folder", index: 0 }],
      textDocuments: this.textDocuments,
      notebookDocuments: [],
      getConfiguration: () => ({
        ...this.settings,
        get: (name: string, standard: unknown) => this.settings[name] ?? standard,
      }),
      createFileSystemWatcher: () => namespace({}),
      registerTextDocumentContentProvider: (
        scheme: string,
        provider: { provideTextDocumentContent: (uri: Uri) => string },
      ) => {
        contents.set(scheme, provider);
        return { dispose: () => undefined };
      },
      openTextDocument: (uri: Uri) =>
        Promise.resolve({ uri, getText: () => contents.get(uri.scheme)?.provideTextDocumentContent(uri) }),
      get isTrusted() {
        return isTrusted();
      },
    });
  }

  #languages(): unknown {
    const languages = {
      match: (selector: DocumentFilter | readonly DocumentFilter[], { languageId, uri }: StubDocument) =>
        [selector].flat().some(({ language, scheme = uri.scheme }) => language === languageId && scheme === uri.scheme)
          ? 10
          : 0,
      createLanguageStatusItem: () => Object.assign(this.status, { dispose: () => undefined }),
      createDiagnosticCollection: () => ({
        set: (uri: Uri, diagnostics: readonly StubDiagnostic[] | undefined) =>
          this.diagnostics.set(uri.toString(), diagnostics ?? []),
        get: (uri: Uri) => this.diagnostics.get(uri.toString()),
        has: (uri: Uri) => this.diagnostics.has(uri.toString()),
        delete: (uri: Uri) => this.diagnostics.delete(uri.toString()),
        clear: () => this.diagnostics.clear(),
        dispose: () => undefined,
      }),
    };
    return new Proxy(languages, {
      get: (target, name) => (name in target ? (Reflect.get(target, name) as unknown) : this.#register(String(name))),
    });
  }

  #commands(): unknown {
    return {
      registerCommand: (name: string, run: (...args: readonly unknown[]) => unknown) => {
        this.commands.set(name, run);
        return { dispose: () => this.commands.delete(name) };
      },
      executeCommand: (name: string, ...args: readonly unknown[]) =>
        Promise.resolve(this.commands.get(name)?.(...args)),
    };
  }
}
