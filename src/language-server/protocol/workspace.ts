import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { LintOptions } from "../../lint/config.js";
import { failureReason } from "../../project/failure.js";
import { isWithin } from "../../project/inputs.js";
import { isFolder } from "../../project/paths.js";
import type { LoadedConfig } from "../../project/load-config.js";
import { decodeUtf8 } from "../../project/utf8.js";
import type { Severities } from "../../text/diagnostics/severities.js";
import type { SourceFile } from "../../text/source.js";
import { Project, type Snapshot } from "../features/project.js";
import type { Documents } from "./documents.js";
import { normalizeUri, pathOfUri, uriOfPath } from "./locations.js";
import { occasionalPauses } from "./pause.js";
import {
  coverageOf,
  findConfigs,
  findSpecs,
  readProjectConfig,
  specsOf,
  type ProjectConfig,
} from "./project-config.js";

const noSeverities: Severities = {};

/** The files of one API. */
interface WorkspaceProject {
  readonly project: Project;
  /** The URIs of the project's files, in order. */
  readonly uris: readonly string[];
  /** The configured lint options. */
  readonly lint: LintOptions | undefined;
  /** The configuration; undefined if there is no valid one. */
  readonly config: LoadedConfig | undefined;
}

/** The projects in the open folders. The texts of open documents take precedence over those on disk (LSP-1, LSP-2). */
export class Workspace {
  readonly #documents: Documents;
  #folders: string[] = [];
  /** The number of running calls of {@link load}, and the number of those that are still reading files. */
  #loading = 0;
  #reading = 0;
  #isTrusted = false;
  /** The configurations by path. */
  #configs: ReadonlyMap<string, ProjectConfig> = new Map();
  /** The specifications on disk by path. */
  readonly #files = new Map<string, DiskFile>();
  /** The projects by their keys: the path of a configuration or folder, or the URI of a document. */
  #projects = new Map<string, WorkspaceProject>();
  #projectOf = new Map<string, WorkspaceProject>();
  /** Whether files may have been added or removed, so that the project of each file must be determined again. */
  #isOutdated = true;
  /** The URIs of documents that have changed since the last update. */
  readonly #changed = new Set<string>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  get folders(): readonly string[] {
    return this.#folders;
  }

  /**
   * Reads all configurations and specifications in the folders, and compiles them with pauses. Requests can be
   * processed immediately, because {@link snapshotOf} parses the requested file first.
   */
  async load(folders: readonly string[], isTrusted: boolean): Promise<void> {
    const isKept = (path: string): boolean => folders.some((folder) => isWithin(path, folder));
    for (const path of this.#files.keys()) {
      if (!isKept(path) && this.#folders.some((folder) => isWithin(path, folder))) {
        this.#files.delete(path);
      }
    }
    this.#folders = [...folders];
    this.#isTrusted = isTrusted;
    this.#loading++;
    try {
      await this.#readFolders(folders);
      const pause = occasionalPauses();
      for (let open = [...this.projects()]; open.length > 0;) {
        for (const { project } of open) {
          await project.prepare(pause);
        }
        // More projects may have been created in the meantime.
        open = [...this.projects()].filter(({ project }) => project.isPreparing);
      }
    } finally {
      this.#loading--;
    }
  }

  async #readFolders(folders: readonly string[]): Promise<void> {
    this.#reading++;
    try {
      await this.reloadConfigs();
      const specsOfFolders = await Promise.all(folders.map((folder) => findSpecs(folder)));
      const pause = occasionalPauses();
      for (const path of new Set([...this.#files.keys(), ...specsOfFolders.flat()])) {
        this.#read(path);
        await pause();
      }
      this.#isOutdated = true;
    } finally {
      this.#reading--;
    }
  }

  /** Reloads the configurations and their specifications. */
  async reloadConfigs(): Promise<void> {
    const paths = new Set((await Promise.all(this.#folders.map(findConfigs))).flat());
    const configs = await Promise.all(
      [...paths].map((path) => readProjectConfig(path, this.#isTrusted, this.#configs.get(path))),
    );
    this.#configs = new Map(configs.map((config) => [config.path, config]));
    for (const path of (await Promise.all(configs.map(specsOf))).flat()) {
      if (!this.#files.has(path)) {
        this.#read(path);
      }
    }
    this.#isOutdated = true;
  }

  /** Handles a change on disk at a path. */
  fileChanged(path: string): void {
    this.#read(path);
    if (!this.#files.has(path)) {
      // The path may have been a folder.
      for (const other of [...this.#files.keys()].filter((file) => isWithin(file, path))) {
        this.#read(other);
      }
    }
    this.#isOutdated = true;
  }

  /** Reads the files of folders that may have been created. */
  async readNew(folders: readonly string[]): Promise<void> {
    for (const path of (await Promise.all(folders.filter(isFolder).map((folder) => findSpecs(folder)))).flat()) {
      this.#read(path);
    }
    this.#isOutdated = true;
  }

  /** Handles the editing, opening or closing of a document. */
  async documentChanged(uri: string): Promise<void> {
    this.#changed.add(uri);
    this.#isOutdated ||= !this.#projectOf.has(uri);
    const path = pathOfUri(uri);
    if (path !== undefined && this.#isOutside(path)) {
      await this.#updateAround(dirname(path));
    }
  }

  #isOutside(path: string): boolean {
    return !this.#folders.some((folder) => isWithin(path, folder));
  }

  /**
   * Reads the files of a folder outside of all folders of the workspace while a document of it is open, because they may
   * belong to the same API. Otherwise forgets those that no configuration names.
   */
  async #updateAround(folder: string): Promise<void> {
    const specs = await findSpecs(folder, 1);
    const isOpen = [...this.#documents.uris()].some((uri) => dirname(pathOfUri(uri) ?? "") === folder);
    if (isOpen) {
      specs.filter((path) => !this.#files.has(path)).forEach((path) => this.#read(path));
    } else {
      const isNamed = (path: string): boolean =>
        [...this.#configs.values()].some((one) => coverageOf(one, path) !== -1);
      [...this.#files.keys()]
        .filter((path) => dirname(path) === folder && this.#isOutside(path) && !isNamed(path))
        .forEach((path) => this.#files.delete(path));
    }
    this.#isOutdated = true;
  }

  #read(path: string): void {
    const file = readDiskFile(path);
    if (file === undefined) {
      this.#files.delete(path);
    } else {
      this.#files.set(path, file);
    }
  }

  projectOf(uri: string): WorkspaceProject | undefined {
    this.#update();
    return this.#projectOf.get(normalizeUri(uri));
  }

  /**
   * Returns a snapshot of a file's project, which may still be incomplete, but always includes the file. Undefined if
   * the file is unknown.
   */
  snapshotOf(uri: string): Snapshot | undefined {
    return this.projectOf(uri)?.project.snapshotWith(normalizeUri(uri));
  }

  /** Reads a file and its imports before others. Returns whether its snapshots already include everything that it imports. */
  prioritize(uri: string): boolean {
    return (
      this.#loading === 0 ||
      (this.#reading === 0 && this.projectOf(uri)?.project.prioritize(normalizeUri(uri)) !== false)
    );
  }

  projects(): Iterable<WorkspaceProject> {
    this.#update();
    return this.#projects.values();
  }

  /**
   * Yields the problem of each configuration and of each unreadable file. The message is undefined for a configuration
   * without a problem.
   */
  *problems(): Iterable<{ readonly uri: string; readonly message: string | undefined }> {
    for (const { path, problem } of this.#configs.values()) {
      yield { uri: uriOfPath(path), message: problem };
    }
    for (const [path, file] of this.#files) {
      if ("problem" in file && this.#documents.get(uriOfPath(path)) === undefined) {
        yield { uri: uriOfPath(path), message: file.problem };
      }
    }
  }

  #update(): void {
    if (!this.#isOutdated && [...this.#changed].every((uri) => this.#updateDocument(uri))) {
      this.#changed.clear();
      return;
    }
    this.#isOutdated = false;
    this.#changed.clear();
    const members = new Map<string, { readonly order: number; readonly file: SourceFile }[]>();
    for (const [uri, text] of this.#texts()) {
      const { key, order } = this.#keyOf(uri);
      const list = members.get(key) ?? [];
      members.set(key, list);
      list.push({ order, file: { path: uri, text } });
    }
    const before = this.#projects;
    this.#projects = new Map();
    this.#projectOf = new Map();
    for (const [key, list] of members) {
      list.sort((a, b) => a.order - b.order || (a.file.path < b.file.path ? -1 : 1));
      const files = list.map(({ file }) => file);
      const project = before.get(key)?.project ?? new Project(this.#loading > 0);
      project.setFiles(files);
      const config = this.#configs.get(key);
      project.setSeverities(config?.severities ?? noSeverities);
      const uris = files.map(({ path }) => path);
      const entry: WorkspaceProject = { project, uris, lint: config?.lint, config: config?.loaded };
      this.#projects.set(key, entry);
      entry.uris.forEach((uri) => this.#projectOf.set(uri, entry));
    }
  }

  /** Updates the text of a document. Returns false if the document is closed or has no project. */
  #updateDocument(uri: string): boolean {
    const document = this.#documents.get(uri);
    const { project } = this.#projectOf.get(uri) ?? {};
    if (document === undefined || project === undefined) {
      return false;
    }
    project.changeFile(uri, document.text);
    return true;
  }

  /** Yields the texts of all files. Open documents take precedence over the disk. */
  *#texts(): Iterable<readonly [uri: string, text: string]> {
    for (const [path, file] of this.#files) {
      const uri = uriOfPath(path);
      if (this.#documents.get(uri) === undefined && "text" in file) {
        yield [uri, file.text];
      }
    }
    for (const uri of this.#documents.uris()) {
      yield [uri, this.#documents.get(uri)?.text ?? ""];
    }
  }

  /** Returns the key of the project of a file, and the file's position in the project. */
  #keyOf(uri: string): { readonly key: string; readonly order: number } {
    const path = pathOfUri(uri);
    const [onlyFolder, secondFolder] = this.#folders;
    if (path === undefined) {
      // A document without a path belongs to the only open folder, or is a project of its own.
      return { key: onlyFolder !== undefined && secondFolder === undefined ? onlyFolder : uri, order: 0 };
    }
    const covering = [...this.#configs.values()]
      .map((config) => ({ config, order: coverageOf(config, path) }))
      .filter(({ order }) => order !== -1);
    const depth = ({ config }: { readonly config: ProjectConfig }): number =>
      isWithin(path, dirname(config.path)) ? config.path.length : 0;
    const [nearest] = covering.sort((a, b) => depth(b) - depth(a));
    if (nearest !== undefined) {
      return { key: nearest.config.path, order: nearest.order };
    }
    const folder = this.#folders
      .filter((candidate) => isWithin(path, candidate))
      .sort((a, b) => b.length - a.length)[0];
    return { key: folder ?? dirname(path), order: 0 };
  }
}

/** A specification on disk: its text, or the reason why it is left out. */
type DiskFile = { readonly text: string } | { readonly problem: string };

const largest = 4 * 2 ** 20;

/** Reads a specification; undefined if there is no file. */
function readDiskFile(path: string): DiskFile | undefined {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) {
      return undefined;
    }
    if (stats.size > largest) {
      return { problem: "The file is larger than 4 MB and is left out." };
    }
    const text = decodeUtf8(readFileSync(path));
    return typeof text === "string"
      ? { text }
      : { problem: `The file is not UTF-8 (see line ${text.line}, column ${text.column}) and is left out.` };
  } catch (thrown) {
    const isMissing = failureReason(thrown) === "it does not exist";
    return isMissing ? undefined : { problem: `The file cannot be read: ${failureReason(thrown)}.` };
  }
}
