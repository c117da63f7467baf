import { basename } from "node:path";
import {
  CodeLensRefreshRequest,
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
  type WorkspaceFoldersChangeEvent,
} from "vscode-languageserver";
import { configNames } from "../../project/load-config.js";
import type { DiagnosticsPublisher } from "./diagnostics.js";
import type { Session } from "./session.js";
import { readSettings } from "./settings.js";
import { normalizeUri, pathOfUri } from "./locations.js";

/** Keeps the workspace and its diagnostics in sync with the editor and the disk (LSP-3 to LSP-5). */
export function synchronize(session: Session, publisher: DiagnosticsPublisher): void {
  const { connection, documents, workspace } = session;
  const publishSoon = (): void => {
    publisher.schedule(session.settings.diagnostics.delay);
  };
  const changed = (uri: string, publish: () => void): void => {
    void workspace.documentChanged(normalizeUri(uri)).then(() => session.ready.then(publish));
  };
  const publishNow = (): void => {
    publisher.publish();
  };

  connection.onDidOpenTextDocument(({ textDocument }) => {
    documents.open(textDocument);
    changed(textDocument.uri, publishSoon);
  });
  connection.onDidChangeTextDocument((params) => {
    documents.change(params);
    changed(params.textDocument.uri, publishSoon);
  });
  connection.onDidSaveTextDocument(({ textDocument }) => {
    documents.save(textDocument.uri);
    changed(textDocument.uri, publishNow);
  });
  connection.onDidCloseTextDocument(({ textDocument }) => {
    documents.close(textDocument.uri);
    changed(textDocument.uri, publishSoon);
  });

  connection.onDidChangeWatchedFiles(({ changes }) => {
    const paths = changes.flatMap(({ uri }) => pathOfUri(uri) ?? []);
    takeInChanges(paths, session, publisher);
  });
  connection.onNotification(DidChangeWorkspaceFoldersNotification.type, ({ event }) => {
    changeFolders(event, session, publisher);
  });
  connection.onDidChangeConfiguration(({ settings }) => {
    void updateSettings(session, settings).then(() => {
      publishSoon();
      refreshView(session);
    });
  });
}

function changeFolders(
  { added, removed }: WorkspaceFoldersChangeEvent,
  session: Session,
  publisher: DiagnosticsPublisher,
): void {
  const { workspace, settings } = session;
  const gone = removed.flatMap(({ uri }) => pathOfUri(uri) ?? []);
  const folders = [
    ...workspace.folders.filter((folder) => !gone.includes(folder)),
    ...added.flatMap(({ uri }) => pathOfUri(uri) ?? []),
  ];
  session.ready = workspace.load(folders, settings.trustConfig);
  void watchFolders(session, publisher);
  void session.ready.then(() => {
    publisher.schedule(settings.diagnostics.delay);
  });
}

/** Updates the workspace after changes on disk. */
function takeInChanges(paths: readonly string[], session: Session, publisher: DiagnosticsPublisher): void {
  const { workspace } = session;
  const files = paths.filter((path) => !isConfig(path));
  files.forEach((path) => {
    workspace.fileChanged(path);
  });
  const folders = files.filter((path) => !path.endsWith(".stone"));
  if (folders.length > 0 || paths.some(isConfig)) {
    session.ready = session.ready.then(async () => {
      await workspace.readNew(folders);
      await workspace.reloadConfigs();
    });
  }
  void session.ready.then(() => {
    publisher.schedule(session.settings.diagnostics.delay);
  });
}

function isConfig(path: string): boolean {
  return configNames.includes(basename(path));
}

/** Watches the folders of the workspace. Clients that watch files for the server do not report whole folders that come and go. */
async function watchFolders(session: Session, publisher: DiagnosticsPublisher): Promise<void> {
  const isWatchedByClient = session.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
  await session.watch((path, isFolderChange) => {
    if (isFolderChange || (!isWatchedByClient && (path.endsWith(".stone") || isConfig(path)))) {
      takeInChanges([path], session, publisher);
    }
  });
}

/** Requests settings and file events from clients that support them. */
export async function registerWithClient(session: Session, publisher: DiagnosticsPublisher): Promise<void> {
  const { connection, capabilities } = session;
  if (capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true) {
    await connection.client.register(DidChangeWatchedFilesNotification.type, {
      watchers: [{ globPattern: "**/*.stone" }, { globPattern: "**/ashlar.config.*" }],
    });
  }
  await watchFolders(session, publisher);
  if (capabilities.workspace?.workspaceFolders === true) {
    // For such clients, the library handles the notification itself and does not call another handler.
    connection.workspace.onDidChangeWorkspaceFolders((event) => {
      changeFolders(event, session, publisher);
    });
  }
  if (capabilities.workspace?.configuration === true) {
    await updateSettings(session, undefined);
  }
}

/** Makes the editor request lenses and hints again, because settings turn them on and off. */
function refreshView({ connection, capabilities: { workspace } }: Session): void {
  if (workspace?.inlayHint?.refreshSupport === true) {
    void connection.languages.inlayHint.refresh();
  }
  if (workspace?.codeLens?.refreshSupport === true) {
    void connection.sendRequest(CodeLensRefreshRequest.type);
  }
}

async function updateSettings(session: Session, pushed: unknown): Promise<void> {
  const { connection, capabilities, settings: before } = session;
  const given: unknown =
    capabilities.workspace?.configuration === true
      ? await connection.workspace.getConfiguration("ashlar")
      : (pushed as { readonly ashlar?: unknown } | undefined)?.ashlar;
  if (given !== undefined && given !== null) {
    session.settings = readSettings(given);
    if (session.settings.trustConfig !== before.trustConfig) {
      session.ready = session.workspace.load(session.workspace.folders, session.settings.trustConfig);
      await session.ready;
    }
  }
}
