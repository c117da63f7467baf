import type { DidChangeTextDocumentParams, TextDocumentItem } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { utf16Length, normalizeUri, type Encoding } from "./locations.js";

/** A document that is open in the editor. */
export interface OpenDocument {
  /** The URI as spelled by the client. */
  readonly uri: string;
  readonly version: number;
  readonly text: string;
  /** The line and the time of the last change; undefined once the file has been saved. */
  readonly typing: Typing | undefined;
}

interface Typing {
  /** The line, counted from 0. */
  readonly line: number;
  /** The time in milliseconds, as returned by `Date.now`. */
  readonly at: number;
}

interface Entry {
  readonly document: TextDocument;
  readonly typing: Typing | undefined;
}

/** The documents that are open in the editor, by normalized URI. */
export class Documents {
  readonly #open = new Map<string, Entry>();
  encoding: Encoding = "utf-16";

  get(uri: string): OpenDocument | undefined {
    const entry = this.#open.get(uri);
    return (
      entry && {
        uri: entry.document.uri,
        version: entry.document.version,
        text: entry.document.getText(),
        typing: entry.typing,
      }
    );
  }

  uris(): IterableIterator<string> {
    return this.#open.keys();
  }

  open({ uri, languageId, version, text }: TextDocumentItem): void {
    const document = TextDocument.create(uri, languageId, version, text);
    this.#open.set(normalizeUri(uri), { document, typing: undefined });
  }

  change({ textDocument: { uri, version }, contentChanges }: DidChangeTextDocumentParams): void {
    const key = normalizeUri(uri);
    const before = this.#open.get(key);
    if (before === undefined) {
      return;
    }
    const { document } = before;
    const [only, second] = contentChanges;
    const range = only !== undefined && second === undefined && "range" in only ? only.range : undefined;
    const old = range === undefined ? document.getText() : "";
    // Changes are applied in order, because the positions in each one refer to the result of the previous one.
    for (const change of contentChanges) {
      const isPartial = "range" in change && this.encoding === "utf-8";
      TextDocument.update(document, [isPartial ? inUtf16(change, document) : change], version);
    }
    const line = range?.start.line ?? document.positionAt(commonPrefix(old, document.getText())).line;
    this.#open.set(key, { document, typing: { line, at: Date.now() } });
  }

  save(uri: string): void {
    const key = normalizeUri(uri);
    const entry = this.#open.get(key);
    if (entry !== undefined) {
      this.#open.set(key, { ...entry, typing: undefined });
    }
  }

  close(uri: string): void {
    this.#open.delete(normalizeUri(uri));
  }
}

type Change = DidChangeTextDocumentParams["contentChanges"][number];

function inUtf16(change: Extract<Change, { range: unknown }>, document: TextDocument): Change {
  const convert = ({ line, character }: { line: number; character: number }): { line: number; character: number } => {
    const text = document.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } });
    return { line, character: utf16Length(text, character) };
  };
  return { range: { start: convert(change.range.start), end: convert(change.range.end) }, text: change.text };
}

function commonPrefix(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let at = 0;
  while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) {
    at++;
  }
  return at;
}
