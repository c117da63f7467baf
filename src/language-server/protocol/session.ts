import {
  ErrorCodes,
  LSPErrorCodes,
  ResponseError,
  type CancellationToken,
  type ClientCapabilities,
  type Connection,
  type Position,
  type Range,
} from "vscode-languageserver";
import { hasMixedLineEndings } from "../features/formatting.js";
import type { FileRange } from "../features/places.js";
import type { LintOptions } from "../../lint/config.js";
import type { Snapshot } from "../features/project.js";
import { ChangesSinceBaseline, type ReadBaseline } from "./changes.js";
import { pause } from "./pause.js";
import { Documents } from "./documents.js";
import { toOffset, toRange, normalizeUri, type Encoding } from "./locations.js";
import { readSettings, type Settings } from "./settings.js";
import { Workspace } from "./workspace.js";

/** How long a request waits for files at most, in milliseconds, unless it needs all of them (LSP-2). */
const longestWait = 1000;

/** How often a waiting request checks whether its files have been read: the interval in milliseconds. */
const lookInterval = 5;

/**
 * The files that a request waits for: its own file; also those that it imports, directly or indirectly; or as many as are
 * read in time. These requests wait for a second at most. The others wait for all files, however long that takes. Requests
 * for edits and diagnostics wait for all files, because an incomplete response would be incorrect.
 */
type Need = "file" | "imports" | "files in time" | "all files";

/** The document and position of a request. */
export interface PlaceInDocument {
  readonly snapshot: Snapshot;
  readonly path: string;
  readonly offset: number;
}

/** Watches folders recursively. Returns a function that stops watching. */
export type WatchDisk = (
  folders: readonly string[],
  /** Receives the path that may have changed, and whether a folder has come or gone there. */
  onChange: (path: string, isFolderChange: boolean) => void,
) => Promise<() => void>;

/** What a server does on a disk; browsers have none. */
export interface Disk {
  readonly readBaseline: ReadBaseline;
  readonly watch: WatchDisk;
}

/** The connection to a client: its state, documents and settings. */
export class Session {
  readonly connection: Connection;
  readonly documents = new Documents();
  readonly workspace = new Workspace(this.documents);
  capabilities: ClientCapabilities = {};
  settings: Settings = readSettings(undefined);
  /** Requests before `initialize` and after `shutdown` are rejected. */
  state: "new" | "running" | "shut down" = "new";
  /** Settles when the files have been read. */
  ready: Promise<void> = Promise.resolve();

  /** The changes since the baseline revisions of configurations; undefined if revisions cannot be read. */
  readonly changes: ChangesSinceBaseline | undefined;

  readonly #watchDisk: WatchDisk | undefined;
  #endOfWatch: Promise<() => void> | undefined;

  constructor(connection: Connection, disk: Disk | undefined) {
    this.connection = connection;
    this.changes = disk && new ChangesSinceBaseline(disk.readBaseline);
    this.#watchDisk = disk?.watch;
  }

  /** Watches the folders that the workspace has now, in place of those before. */
  async watch(onChange: Parameters<WatchDisk>[1]): Promise<void> {
    const end = await this.#endOfWatch;
    end?.();
    this.#endOfWatch = this.#watchDisk?.(this.workspace.folders, onChange);
    await this.#endOfWatch;
  }

  shutDown(): void {
    this.state = "shut down";
    void this.#endOfWatch?.then((end) => {
      end();
    });
  }

  get encoding(): Encoding {
    return this.documents.encoding;
  }

  /** Throws a protocol error if requests cannot be processed in the current state. */
  checkState(): void {
    if (this.state === "new") {
      throw new ResponseError(ErrorCodes.ServerNotInitialized, "The server is not initialized.");
    }
    if (this.state === "shut down") {
      throw new ResponseError(ErrorCodes.InvalidRequest, "The server is shut down.");
    }
  }

  /**
   * Returns a request handler that waits for the files it needs, lets earlier messages be processed first, and fails if
   * the request was canceled or its document has changed in the meantime (LSP-6).
   */
  requestHandler<Params, Result>(
    need: Need,
    compute: (params: Params, token: CancellationToken) => Result | Promise<Result>,
  ) {
    return async (params: Params, token: CancellationToken): Promise<Result> => {
      this.checkState();
      const version = this.#versionOf(params);
      await this.#waitFor(need, uriIn(params));
      await pause();
      if (token.isCancellationRequested) {
        throw new ResponseError(LSPErrorCodes.RequestCancelled, "The request was canceled.");
      }
      if (this.#versionOf(params) !== version) {
        throw new ResponseError(LSPErrorCodes.ContentModified, "The document has changed.");
      }
      return compute(params, token);
    };
  }

  /**
   * Returns a handler for requests about a position in a document. The handler returns null if the document is unknown.
   */
  positionHandler<
    Params extends { readonly textDocument: { readonly uri: string }; readonly position: Position },
    Result,
  >(need: Need, compute: (place: PlaceInDocument, params: Params) => Result | Promise<Result>) {
    return this.requestHandler(need, (params: Params): Result | null | Promise<Result> => {
      const place = this.placeOf(params.textDocument, params.position);
      return place === undefined ? null : compute(place, params);
    });
  }

  async #waitFor(need: Need, uri: string | undefined): Promise<void> {
    if (need === "all files") {
      await this.ready;
      return;
    }
    const latest = Date.now() + longestWait;
    const isThere = (): boolean => {
      switch (need) {
        case "file":
          return uri !== undefined && this.workspace.projectOf(uri) !== undefined;
        case "imports":
          return uri !== undefined && this.workspace.prioritize(uri);
        case "files in time":
          return false;
      }
    };
    const end = (): boolean => true;
    const isReady = this.ready.then(end, end);
    while (!isThere() && Date.now() < latest) {
      const pause = new Promise<boolean>((resolve) => setTimeout(resolve, lookInterval, false));
      if (await Promise.race([isReady, pause])) {
        return;
      }
    }
  }

  #versionOf(params: unknown): number | undefined {
    const uri = uriIn(params);
    return uri === undefined ? undefined : this.documents.get(normalizeUri(uri))?.version;
  }

  /** Returns the document and position of a request; undefined if the document is unknown. */
  placeOf(textDocument: { readonly uri: string }, position: Position): PlaceInDocument | undefined {
    const path = normalizeUri(textDocument.uri);
    const snapshot = this.workspace.snapshotOf(path);
    const file = snapshot?.files.get(path);
    return snapshot && file && { snapshot, path, offset: toOffset(file.source, position, this.encoding) };
  }

  /** Returns the lint options of a file's project. */
  lintOptionsOf(path: string): LintOptions {
    return this.workspace.projectOf(path)?.lint ?? this.settings.lint.options;
  }

  /** Returns the URI of a file, as spelled by the client. */
  uriOf(path: string): string {
    return this.documents.get(path)?.uri ?? path;
  }

  rangeOf({ files }: Snapshot, { path, start, end }: FileRange): Range {
    const source = files.get(path)?.source;
    if (source === undefined) {
      throw new Error(`A range is in a file that is not known: ${path}.`);
    }
    return toRange(source, start, end, this.encoding);
  }

  /** Converts the line endings of an inserted text to those of the file; if they are mixed, to `\n`, as `ashlar format` does. */
  withLineEndings({ files }: Snapshot, path: string, text: string): string {
    const file = files.get(path)?.text ?? "";
    return file.includes("\r\n") && !hasMixedLineEndings(file) ? text.replaceAll("\n", "\r\n") : text;
  }
}

/** Returns the URI of a request's document; undefined if the request has none. */
function uriIn(params: unknown): string | undefined {
  const { textDocument } = (params ?? {}) as { readonly textDocument?: { readonly uri?: unknown } };
  return typeof textDocument?.uri === "string" ? textDocument.uri : undefined;
}
