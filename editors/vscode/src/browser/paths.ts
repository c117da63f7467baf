import * as vscode from "vscode";

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

export const uriConverters = {
  code2Protocol: (uri: vscode.Uri): string =>
    others.includes(uri.scheme) ? uri.toString() : vscode.Uri.file(serverPath(uri)).toString(),
  protocol2Code: (text: string): vscode.Uri => {
    const uri = vscode.Uri.parse(text);
    const [, scheme, authority = "-", path = ""] = /^\/([^/]+)\/([^/]+)(.*)$/.exec(uri.path) ?? [];
    return uri.scheme !== "file" || scheme === undefined
      ? uri
      : vscode.Uri.from({ scheme, authority: authority === "-" ? "" : decodeURIComponent(authority), path });
  },
};
