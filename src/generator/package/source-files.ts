import { printNames } from "../code/layout/statement.js";
import type { PrintedFile } from "../code/module.js";
import { rememberFile } from "./remember-file.js";

/** The extension in the paths by which modules import each other. */
export type ImportExtension = ".js" | ".ts" | "";

/**
 * Adapts the TypeScript files of a package to `output: "source"`: removes `src/` from their paths, and makes their imports
 * end in `extension`. Other files are omitted.
 */
export function sourceFiles(files: readonly PrintedFile[], extension: ImportExtension): PrintedFile[] {
  return files.filter(({ path }) => path.startsWith("src/")).map(adapt[extension]);
}

const adapt: Readonly<Record<ImportExtension, (file: PrintedFile) => PrintedFile>> = {
  ".js": rememberFile((file) => adaptSource(file, ".js")),
  ".ts": rememberFile((file) => adaptSource(file, ".ts")),
  "": rememberFile((file) => adaptSource(file, "")),
};

function adaptSource({ path, text }: PrintedFile, extension: ImportExtension): PrintedFile {
  return { path: path.slice("src/".length), text: withImportExtension(text, extension) };
}

/** Returns a module whose relative imports end in `extension` instead of `.js`, formatted as before. */
function withImportExtension(text: string, extension: ImportExtension): string {
  return extension === ".js"
    ? text
    : text
        .replace(namesFromModule, (_, start: string, names: string, path: string) => {
          const parts = names.split(",").flatMap((name) => (name.trim() === "" ? [] : { name: name.trim() }));
          return printNames(start, parts, `${path}${extension}`);
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
