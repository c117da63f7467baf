import * as vscode from "vscode";
import { extensionScheme } from "../../../../src/language-server/protocol/browser/extension-path.js";

/*
 * The server knows files by paths, but folders in a browser are on file systems of their own: `vscode-vfs://github/owner/api` is
 * `/vscode-vfs/github/owner/api` for the server. `-` stands for no authority.
 */

/** The schemes of documents that are no files. */
const others = ["untitled", "ashlar"];

/** The path by which the server knows a file. */
export function serverPath({ scheme, authority, path }: vscode.Uri): string {
  return `/${scheme}/${authority === "" ? "-" : encodeURIComponent(authority)}${path}`;
}

interface UriConverters {
  readonly code2Protocol: (uri: vscode.Uri) => string;
  readonly protocol2Code: (text: string) => vscode.Uri;
}

/** From the URIs of the editor to those of the server and back. `extensionUri` is the folder of the extension. */
export function createUriConverters(extensionUri: vscode.Uri): UriConverters {
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
