/*
 * The server in a browser has no disk. It reads from the files that the editor has sent: those of the workspace, and those of the
 * extension that the server needs.
 */

/** The texts of files by their paths, which are absolute and have slashes. */
const files = new Map<string, string>();

/** A file as it is sent; without a text if it was deleted. */
export interface SentFile {
  readonly path: string;
  readonly text?: string | undefined;
}

/** Takes in what the editor has sent. */
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

/** Whether there are files in a folder or below it. */
export function isFolder(path: string): boolean {
  const start = path.endsWith("/") ? path : `${path}/`;
  return [...files.keys()].some((file) => file.startsWith(start));
}
