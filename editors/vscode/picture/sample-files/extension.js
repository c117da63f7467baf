const vscode = require("vscode");

/* A file system in memory, `sample:/`, with the files that the server of the page lists in `/files.json`. */

exports.activate = async ({ extensionUri, subscriptions }) => {
  const list = vscode.Uri.joinPath(extensionUri, "../files.json");
  const texts = JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(list)));
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]));
  const changed = new vscode.EventEmitter();
  const isFolder = (path) => path === "/" || [...files.keys()].some((file) => file.startsWith(`${path}/`));
  const known = ({ path }) => {
    const content = files.get(path);
    if (content === undefined) {
      throw vscode.FileSystemError.FileNotFound(path);
    }
    return content;
  };
  const provider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: (uri) =>
      isFolder(uri.path)
        ? { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 }
        : { type: vscode.FileType.File, ctime: 0, mtime: 0, size: known(uri).length },
    readDirectory: ({ path }) => {
      const start = path === "/" ? path : `${path}/`;
      const inside = [...files.keys()].filter((file) => file.startsWith(start)).map((file) => file.slice(start.length));
      const names = new Set(inside.map((file) => file.split("/")[0]));
      return [...names].map((name) => [name, inside.includes(name) ? vscode.FileType.File : vscode.FileType.Directory]);
    },
    readFile: known,
    writeFile: (uri, content) => {
      const type = files.has(uri.path) ? vscode.FileChangeType.Changed : vscode.FileChangeType.Created;
      files.set(uri.path, content);
      changed.fire([{ type, uri }]);
    },
    delete: (uri) => {
      files.delete(uri.path);
      changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
    },
    rename: (from, to) => {
      provider.writeFile(to, known(from));
      provider.delete(from);
    },
    createDirectory: () => undefined,
  };
  subscriptions.push(vscode.workspace.registerFileSystemProvider("sample", provider));
};
