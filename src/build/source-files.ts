import { named } from "../code/layout/named.js";
import type { PrintedFile } from "../code/printed-file.js";

/** The extension in the paths by which modules import each other. */
export type ImportExtension = ".js" | ".ts" | "";

/**
 * The TypeScript files of a package, for a folder of the user's own sources: without the folder `src`, and with imports
 * that end in `extension`. Other files are left out. Results are cached: the same file returns the same object.
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

/** The path of a package's file in the folder of the user's sources; undefined if it is not a source. */
function sourcePath(path: string): string | undefined {
  return path.startsWith("src/") ? path.slice("src/".length) : undefined;
}

/** A module whose relative imports end in `extension` instead of `.js`, formatted as before. */
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

/** An import or export of names from a relative path, on one line or several. */
const namesFromModule = /^((?:im|ex)port (?:type )?)\{([^{}]*)\} from "(\.{1,2}\/[^"\n]*)\.js";$/gm;

/** A dynamic import of a relative path. */
const loadedModule = /(\bimport\("\.{1,2}\/[^"\n]*)\.js"\)/g;

/** Any other import or export from a relative path, on one line. */
const anythingFromModule = /^((?:import|export)\b[^"\n]*")(\.{1,2}\/[^"\n]*)\.js";$/gm;
