import { realpath, stat } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { glob, isDynamicPattern } from "tinyglobby";
import type { Configured } from "./load-configured.js";

/** The files that a package is generated from, as absolute paths. A change to any of them requires a new run. */
export interface Inputs {
  /** The configuration and the specifications. */
  readonly files: readonly string[];
  /** Folders in which a change to any `.stone` file, at any depth, requires a new run. */
  readonly folders: readonly string[];
}

/** Returns the inputs of a configuration: its files, and the specifications, including those in folders and globs. */
export async function findInputs({ config: { specs }, directory, files: configFiles }: Configured): Promise<Inputs> {
  const files = [...configFiles];
  const folders: string[] = [];
  for (const spec of [specs].flat()) {
    const path = resolve(directory, spec);
    const stats = await stat(path).catch(() => undefined);
    if (stats?.isDirectory() === true) {
      folders.push(path);
    } else if (stats === undefined && isDynamicPattern(spec)) {
      folders.push(folderOfGlob(spec, directory));
    } else {
      files.push(path);
    }
  }
  const inFolders = await Promise.all(folders.map((folder) => below(folder, "**/*.stone")));
  return { files: [...files, ...inFolders.flat()], folders };
}

/** Returns a string that changes whenever an input file changes. */
export async function stampInputs({ files }: Inputs): Promise<string> {
  const stamps = files.toSorted().map(async (file) => {
    const { mtimeMs = 0, size = 0 } = (await stat(file).catch(() => undefined)) ?? {};
    return `${file} ${mtimeMs} ${size}\n`;
  });
  return (await Promise.all(stamps)).join("");
}

/** Returns the folders of the inputs with all their subfolders. */
export async function listFolders({ folders }: Inputs): Promise<string[]> {
  const inner = await Promise.all(folders.map((folder) => below(folder, "**/", true)));
  return [...folders, ...inner.flat()];
}

/** Whether a change to a file requires a new run. */
export function isInput({ files, folders }: Inputs, path: string): boolean {
  return files.includes(path) || (path.endsWith(".stone") && folders.some((folder) => isWithin(path, folder)));
}

/** Adds the targets of symbolic links among the files. */
export async function withTargets({ files, folders }: Inputs): Promise<Inputs> {
  const targets = await Promise.all(files.map((file) => realpath(file).catch(() => file)));
  return { files: [...new Set([...files, ...targets])], folders };
}

/**
 * Returns the folders in which a change may concern an input: the folders of the inputs, their subfolders, and the
 * folders that contain an input. Files are not watched themselves, because many editors replace a file when they save
 * it.
 */
export async function listWatchedPaths(inputs: Inputs): Promise<string[]> {
  const holders = [...inputs.folders, ...inputs.files].map((path) => dirname(path));
  return [...new Set([...(await listFolders(inputs)), ...holders])];
}

/**
 * Returns the files and folders to watch for a bundler that rebuilds on any change in a folder. Folders that contain
 * the project are left out, because they also contain the bundler's output, so that each build would trigger another.
 */
export function watchable({ files, folders }: Inputs, root: string): string[] {
  return [...files, ...folders.filter((folder) => !isWithin(root, folder))];
}

/** Whether a path is a folder or inside it. */
export function isWithin(path: string, folder: string): boolean {
  return `${path}${sep}`.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function folderOfGlob(pattern: string, directory: string): string {
  const segments = pattern.split("/");
  const end = segments.findIndex((segment) => isDynamicPattern(segment));
  return resolve(directory, segments.slice(0, end).join("/") || (pattern.startsWith("/") ? "/" : "."));
}

async function below(folder: string, pattern: string, onlyDirectories = false): Promise<string[]> {
  const paths = await glob(pattern, {
    cwd: folder,
    onlyDirectories,
    dot: true,
    ignore: ["**/node_modules/**", "**/.git/**"],
  });
  return paths.map((path) => resolve(folder, path)).filter((path) => relative(folder, path) !== "");
}
