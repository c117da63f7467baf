/*
 * The server in a browser has no disk. It reads from the files that the editor has sent: those of the workspace, and
 * the files of the extension that the server needs.
 */

/** Absolute path, separated by slashes, to the text. */
const files = new Map<string, string>();

/** A file that the editor sends. It has no text if it was deleted. */
export interface SentFile {
  readonly path: string;
  readonly text?: string | undefined;
}

/** Stores the files that the editor has sent. */
export function receiveFiles(sent: readonly SentFile[]): void {
  for (const { path, text } of sent) {
    if (text === undefined) {
      files.delete(path);
    } else {
      files.set(path, text);
    }
  }
}

export function readText(path: string): string | undefined {
  return files.get(path);
}

export function paths(): Iterable<string> {
  return files.keys();
}

/** Whether a folder contains files, at any depth. */
export function isFolder(path: string): boolean {
  const start = path.endsWith("/") ? path : `${path}/`;
  return [...files.keys()].some((file) => file.startsWith(start));
}

/** The first segment in the server's paths of files in the extension. */
export const extensionScheme = "extension";

/** Returns the path by which the server reads a file in the extension. `path` is relative to the extension. */
export function extensionPath(path: string): string {
  return `/${extensionScheme}/-/${path}`;
}
