import type { PackageOptions } from "../facts/package-options.js";
import type { PrintedFile } from "../code/module.js";
import { commonJsFiles, rememberFile } from "./common-js.js";
import { printNames } from "../code/layout/statement.js";

/**
 * Returns files with their final paths: those of a package, with CommonJS files if requested, or those in a folder of the user's
 * own sources. `foreign` are the files of users' emitters, which are included even if they are not sources.
 */
export async function placeFiles(
  generated: readonly PrintedFile[],
  foreign: readonly PrintedFile[],
  { output, modules, importExtension = ".js" }: PackageOptions,
): Promise<PrintedFile[]> {
  const files = [...generated.map(withoutChecks), ...foreign];
  if (output !== "source") {
    return modules === "dual" ? [...files, ...(await commonJsFiles(files))] : files;
  }
  return [...sourceFiles(files, importExtension), ...foreign.filter(({ path }) => !/^(?:src|dist)\//.test(path))];
}

const comments = "/* eslint-disable */\n// @ts-nocheck\n";

/**
 * Marks a generated source so that TypeScript and ESLint skip it. An application's `tsconfig.json` may include it, but its
 * options are meant for the application's own code. For example, Next.js targets ES2017, which has no bigint literals, and an
 * optional peer dependency may be missing. Other files are returned unchanged.
 */
const withoutChecks = rememberFile((file) =>
  /^src\/.*\.ts$/.test(file.path)
    ? { path: file.path, text: file.text.replace(/^\/\/ @generated .*\n/, (first) => first + comments) }
    : file,
);

/** The extension in the paths by which modules import each other. */
type ImportExtension = ".js" | ".ts" | "";

/**
 * Adapts the TypeScript files of a package to `output: "source"`: removes `src/` from their paths, and makes their imports
 * end in `extension`. Other files are omitted.
 */
function sourceFiles(files: readonly PrintedFile[], extension: ImportExtension): PrintedFile[] {
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
