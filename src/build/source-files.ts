import { named } from "../code/layout/named.js";
import type { PrintedFile } from "../code/printed-file.js";

/** What stands at the end of the paths by which modules import each other. */
export type ImportExtension = ".js" | ".ts" | "";

/**
 * The TypeScript files of a package for a folder of the user's own sources: without the folder `src`, and with imports
 * that end in `extension`. All other files are left out. The same file gives the same object again.
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

/** Where a file of a package is among the user's sources; undefined if it is not. */
function sourcePath(path: string): string | undefined {
  return path.startsWith("src/") ? path.slice("src/".length) : undefined;
}

/** A module whose imports of other modules of the package end in another extension than `.js`, formatted as before. */
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

/** An import or export of names, on one line or several, from a module beside it. */
const namesFromModule = /^((?:im|ex)port (?:type )?)\{([^{}]*)\} from "(\.{1,2}\/[^"\n]*)\.js";$/gm;

/** An import of such a module at run time. */
const loadedModule = /(\bimport\("\.{1,2}\/[^"\n]*)\.js"\)/g;

/** Any other import or export from such a module, on one line. */
const anythingFromModule = /^((?:import|export)\b[^"\n]*")(\.{1,2}\/[^"\n]*)\.js";$/gm;
