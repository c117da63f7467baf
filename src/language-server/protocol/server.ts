import {
  ErrorCodes,
  ResponseError,
  TextDocumentSyncKind,
  type Connection,
  type InitializeParams,
  type InitializeResult,
} from "vscode-languageserver";
import { DiagnosticsPublisher, registerPullDiagnostics } from "./diagnostics.js";
import { actionKinds, registerActions } from "./actions.js";
import { commands, registerCommands } from "./commands.js";
import { registerCompletion, triggerCharacters } from "./completion.js";
import { registerFormatting, registerRename } from "./editing.js";
import { registerHierarchies, registerNavigation } from "./navigation.js";
import { registerHover, registerSignature } from "./hover.js";
import { registerLenses, registerStructure, registerSymbols, legend, registerTokens } from "./structure.js";
import { Session, type Disk } from "./session.js";
import { readSettings } from "./settings.js";
import { registerWithClient, synchronize } from "./synchronization.js";
import { pathOfUri } from "./locations.js";

/** Serves the client at the other end of a connection. `disk` is omitted in browsers. */
export function serve(connection: Connection, disk?: Disk): Session {
  const session = new Session(connection, disk);
  const publisher = new DiagnosticsPublisher(session);
  connection.onInitialize((params) => initialize(session, params));
  connection.onInitialized(() => {
    void registerWithClient(session, publisher)
      .then(() => session.ready)
      .then(() => {
        publisher.publish();
      });
  });
  connection.onShutdown(() => {
    session.shutDown();
  });
  synchronize(session, publisher);
  registerNavigation(session);
  registerSymbols(session);
  registerHover(session);
  registerLenses(session);
  registerCommands(session, publisher);
  registerPullDiagnostics(session, publisher);
  registerFormatting(session);
  registerActions(session);
  registerTokens(session);
  registerStructure(session);
  registerHierarchies(session);
  registerRename(session);
  registerCompletion(session);
  registerSignature(session);
  connection.onRequest((method) => {
    session.checkState();
    throw new ResponseError(ErrorCodes.MethodNotFound, `The server does not handle ${method}.`);
  });
  connection.listen();
  return session;
}

function initialize(session: Session, params: InitializeParams): InitializeResult {
  session.state = "running";
  session.capabilities = params.capabilities;
  session.settings = readSettings(params.initializationOptions);
  const encodings = params.capabilities.general?.positionEncodings ?? ["utf-16"];
  session.documents.encoding = encodings.includes("utf-16") || !encodings.includes("utf-8") ? "utf-16" : "utf-8";
  const roots = params.workspaceFolders?.map(({ uri }) => uri) ?? rootOf(params);
  const folders = roots.flatMap((uri) => pathOfUri(uri) ?? []);
  session.ready = session.workspace.load(folders, session.settings.trustConfig);
  return {
    serverInfo: { name: "ashlar" },
    capabilities: {
      positionEncoding: session.encoding,
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      definitionProvider: true,
      typeDefinitionProvider: true,
      implementationProvider: true,
      referencesProvider: true,
      documentHighlightProvider: true,
      documentSymbolProvider: true,
      hoverProvider: true,
      codeLensProvider: { resolveProvider: true },
      executeCommandProvider: { commands },
      ...(params.capabilities.textDocument?.diagnostic === undefined
        ? {}
        : { diagnosticProvider: { identifier: "ashlar", interFileDependencies: true, workspaceDiagnostics: true } }),
      documentFormattingProvider: true,
      documentRangeFormattingProvider: true,
      documentOnTypeFormattingProvider: { firstTriggerCharacter: "\n" },
      codeActionProvider: { codeActionKinds: actionKinds, resolveProvider: true },
      semanticTokensProvider: { legend, full: { delta: true }, range: true },
      foldingRangeProvider: true,
      selectionRangeProvider: true,
      documentLinkProvider: { resolveProvider: false },
      inlayHintProvider: true,
      typeHierarchyProvider: true,
      callHierarchyProvider: true,
      renameProvider:
        params.capabilities.textDocument?.rename?.prepareSupport === true ? { prepareProvider: true } : true,
      completionProvider: { triggerCharacters, resolveProvider: true },
      signatureHelpProvider: { triggerCharacters: ["(", ","], retriggerCharacters: ["="] },
      workspaceSymbolProvider: true,
    },
  };
}

/** Returns the folder of a client that does not support several folders; empty if none is open. */
function rootOf({ rootUri }: { readonly rootUri?: string | null }): string[] {
  return [rootUri ?? []].flat();
}
