import * as vscode from "vscode";

const ignored = ["node_modules", ".git"];

/** The files of the workspace with names that a function accepts, on any file system, also where nothing can be searched. */
export async function findFiles(accepts: (name: string) => boolean): Promise<vscode.Uri[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const found = await Promise.all(folders.map(({ uri }) => findIn(uri, accepts)));
  return [...new Map(found.flat().map((uri) => [uri.toString(), uri])).values()];
}

async function findIn(folder: vscode.Uri, accepts: (name: string) => boolean): Promise<vscode.Uri[]> {
  const entries = await readDirectory(folder);
  const found = await Promise.all(
    entries.map(async ([name, type]) => {
      const uri = vscode.Uri.joinPath(folder, name);
      // A link has two bits. Links to folders are not followed, as they can form circles.
      if (type === vscode.FileType.Directory) {
        return ignored.includes(name) ? [] : findIn(uri, accepts);
      }
      return (type & vscode.FileType.File) !== 0 && accepts(name) ? [uri] : [];
    }),
  );
  return found.flat();
}

/** The entries of a folder; none if it cannot be read. */
async function readDirectory(folder: vscode.Uri): Promise<[name: string, type: vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
}
