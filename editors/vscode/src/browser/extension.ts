import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/browser";
import { activateWith, type CreateClient } from "../activate.js";
import { findFiles } from "../find-files.js";
import {
  extensionPath,
  extensionScheme,
  type SentFile,
} from "../../../../src/language-server/protocol/browser/files.js";

/*
 * The server knows files by paths, but folders in a browser are on file systems of their own: `vscode-vfs://github/owner/api` is
 * `/vscode-vfs/github/owner/api` for the server. `-` stands for no authority.
 */

/** The schemes of documents that are no files. */
const others = ["untitled", "ashlar"];

/** The path by which the server knows a file. */
function serverPath({ scheme, authority, path }: vscode.Uri): string {
  return `/${scheme}/${authority === "" ? "-" : encodeURIComponent(authority)}${path}`;
}

interface UriConverters {
  readonly code2Protocol: (uri: vscode.Uri) => string;
  readonly protocol2Code: (text: string) => vscode.Uri;
}

/** From the URIs of the editor to those of the server and back. `extensionUri` is the folder of the extension. */
function createUriConverters(extensionUri: vscode.Uri): UriConverters {
  return {
    code2Protocol: (uri) =>
      others.includes(uri.scheme) ? uri.toString() : vscode.Uri.file(serverPath(uri)).toString(),
    protocol2Code: (text) => {
      const uri = vscode.Uri.parse(text);
      const [, scheme, authority = "-", path = ""] = /^\/([^/]+)\/([^/]+)(.*)$/.exec(uri.path) ?? [];
      if (uri.scheme !== "file" || scheme === undefined) {
        return uri;
      }
      return scheme === extensionScheme
        ? vscode.Uri.joinPath(extensionUri, path)
        : vscode.Uri.from({ scheme, authority: authority === "-" ? "" : decodeURIComponent(authority), path });
    },
  };
}

/** The files of the extension that the server reads: what configurations may say, and the explanations of rules. */
const ownFiles = ["dist/config-schema.json", "docs/lint-rules.md"];

/** The entry point in browsers: the server is a worker, which is sent the files that it would read. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const { extensionUri } = context;
  const createClient: CreateClient = async (options) => {
    const worker = new Worker(vscode.Uri.joinPath(extensionUri, "dist/browser-server.js").toString(true));
    const uriConverters = createUriConverters(extensionUri);
    const own = await Promise.all(
      ownFiles.map(async (path): Promise<SentFile> => ({
        path: extensionPath(path),
        text: await read(vscode.Uri.joinPath(extensionUri, path)),
      })),
    );
    const uris = await findFiles((name) => name.endsWith(".stone") || name === "ashlar.config.json");
    const files = await Promise.all(uris.map(sentFile));
    worker.postMessage([...files, ...own]);
    const client: LanguageClient = new LanguageClient("ashlar", "Ashlar", worker, {
      ...options,
      uriConverters,
      middleware: {
        ...options.middleware,
        workspace: {
          ...options.middleware?.workspace,
          didChangeWatchedFile: async (event, next) => {
            const file = await sentFile(uriConverters.protocol2Code(event.uri));
            await client.sendNotification("ashlar/files", { files: [file] });
            await next(event);
          },
        },
      },
    });
    return client;
  };
  const server = await activateWith(context, createClient, folderSchemes);
  context.subscriptions.push(vscode.workspace.onDidChangeWorkspaceFolders(() => server.restart()));
}

/** The file systems of the folders; without folders, the one of single files. */
function folderSchemes(): string[] {
  const schemes = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
  return schemes.length === 0 ? ["file"] : [...new Set(schemes)];
}

async function sentFile(uri: vscode.Uri): Promise<SentFile> {
  return { path: serverPath(uri), text: await read(uri) };
}

/** The text of a file; undefined if it cannot be read. */
async function read(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}
