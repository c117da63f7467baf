import { named } from "../code/layout/named.js";
import type { PrintedFile } from "../code/printed-file.js";

/** The extension in the paths by which modules import each other. */
export type ImportExtension = ".js" | ".ts" | "";

/**
 * Adapts the TypeScript files of a package to `output: "source"`: removes `src/` from their paths, and makes their imports
 * end in `extension`. Other files are omitted. Results are cached, so that the same file always returns the
 * same object.
 */
export class SourceFiles {
  readonly extension: ImportExtension;
  readonly #known = new WeakMap<PrintedFile, PrintedFile>();

  constructor(extension: ImportExtension) {
    this.extension = extension;
  }

  of(files: readonly PrintedFile[]): PrintedFile[] {
    return files.flatMap((file) => this.#source(file) ?? []);
  }

  #source(file: PrintedFile): PrintedFile | undefined {
    const path = sourcePath(file.path);
    let source = this.#known.get(file);
    if (source === undefined && path !== undefined) {
      source = { path, text: withImportExtension(file.text, this.extension) };
      this.#known.set(file, source);
    }
    return source;
  }
}

/** Returns the path of a file without `src/`; undefined for files outside of `src`. */
function sourcePath(path: string): string | undefined {
  return path.startsWith("src/") ? path.slice("src/".length) : undefined;
}

/** Returns a module whose relative imports end in `extension` instead of `.js`, formatted as before. */
function withImportExtension(text: string, extension: ImportExtension): string {
  return extension === ".js"
    ? text
    : text
        .replace(namesFromModule, (_, start: string, names: string, path: string) => {
          const parts = names.split(",").flatMap((name) => (name.trim() === "" ? [] : { name: name.trim() }));
          return named(start, parts, `${path}${extension}`);
        })
        .replace(anythingFromModule, `$1$2${extension}";`)
        .replace(loadedModule, `$1${extension}")`);
}

/** Matches an import or export of names from a relative path, on one line or several. */
const namesFromModule = /^((?:im|ex)port (?:type )?)\{([^{}]*)\} from "(\.{1,2}\/[^"\n]*)\.js";$/gm;

/** Matches a dynamic import of a relative path. */
const loadedModule = /(\bimport\("\.{1,2}\/[^"\n]*)\.js"\)/g;

/** Matches any other import or export from a relative path, on one line. */
const anythingFromModule = /^((?:import|export)\b[^"\n]*")(\.{1,2}\/[^"\n]*)\.js";$/gm;
