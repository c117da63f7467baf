/** A scripted session with the language server, as `test/corpus/lsp/sessions.json` has them. */
export interface ScriptedSession {
  readonly name: string;
  /** Path to lines; `«m»` marks a position and is not part of the text. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  /** The documents to open; all specifications by default. */
  readonly open?: readonly string[];
  readonly crlf?: boolean;
  readonly steps: readonly Step[];
}

export type Step = ChangeStep | CloseStep | DiskStep | DiagnosticsStep | RequestStep;

interface ChangeStep {
  readonly change: string;
  readonly replace: readonly [old: string, replacement: string];
}

interface CloseStep {
  readonly close: string;
}

interface DiskStep {
  readonly disk: string;
  readonly text: readonly string[] | null;
}

export interface DiagnosticsStep {
  readonly diagnostics?: Readonly<Record<string, readonly { readonly line: number; readonly code: string }[]>>;
  readonly diagnosticsOnLines?: Readonly<Record<string, readonly number[]>>;
  readonly lintOn?: Readonly<Record<string, readonly { readonly line: number; readonly code: string }[]>>;
}

export interface RequestStep {
  readonly request: string;
  readonly at?: string;
  readonly line?: string;
  readonly file?: string;
  readonly whole?: string;
  readonly range?: readonly [from: string, to: string];
  readonly query?: string;
  readonly raw?: unknown;
  readonly declaration?: boolean;
  readonly newName?: string;
  readonly kind?: string;
  readonly accept?: string;
  readonly then?: Files;
  readonly expect?: Expectation;
}

export type Files = Readonly<Record<string, readonly string[]>>;

export interface Expectation {
  readonly errorCode?: number;
  readonly error?: boolean;
  readonly nothing?: boolean;
  readonly locations?: readonly string[];
  readonly text?: { readonly has?: readonly string[]; readonly not?: readonly string[] };
  readonly json?: unknown;
  readonly activeParameter?: string;
  readonly labels?: {
    readonly has?: readonly string[];
    readonly not?: readonly string[];
    readonly exactly?: readonly string[];
    readonly hasInner?: readonly string[];
    readonly notInner?: readonly string[];
  };
  readonly labelsEndWith?: readonly string[];
  readonly edits?: Files;
  readonly textHas?: readonly string[];
  readonly confirmation?: boolean;
  readonly someActionGives?: Files;
  readonly symbols?: readonly string[];
  readonly symbolsContain?: readonly string[];
  readonly ranges?: Readonly<Record<string, readonly [from: number, to: number]>>;
  readonly firstSymbol?: string;
  readonly tokens?: readonly (readonly [marker: string, type: string])[];
  readonly folds?: readonly (readonly [from: number, to: number])[];
  readonly selectionTexts?: readonly string[];
  readonly hierarchy?: Readonly<Record<string, readonly string[]>>;
}
