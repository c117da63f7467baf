import type { PrintedFile } from "../code/module.js";

/** The folder of a package's CommonJS, next to its ES modules in `dist`. */
const commonJsFolder = "dist/cjs";

/**
 * Returns the files that a package needs in addition to `files` so that it can be loaded with `require`: CommonJS modules and
 * their declarations. Modules for which `files` already contains a CommonJS version are skipped.
 */
export async function commonJsFiles(files: readonly PrintedFile[]): Promise<PrintedFile[]> {
  const paths = new Set(files.map(({ path }) => path));
  // Node and TypeScript look for the nearest package.json to distinguish the two kinds of modules.
  const commonJs: PrintedFile[] = [{ path: `${commonJsFolder}/package.json`, text: '{ "type": "commonjs" }\n' }];
  for (const file of files) {
    if (isCommonJsNeeded(file.path) && !paths.has(commonJsPath(file.path))) {
      commonJs.push(await rememberedCommonJs(file));
    }
  }
  return commonJs;
}

/** Returns the CommonJS version of a file in `dist`: a module or its declarations. */
export async function makeCommonJs(file: PrintedFile): Promise<PrintedFile> {
  const { path, text } = file;
  if (path.endsWith(".d.ts")) {
    return { ...file, path: commonJsPath(path) };
  }
  const { transpileCommonJs } = await import("./transpile.js");
  return { path: commonJsPath(path), text: await transpileCommonJs(text) };
}

const rememberedCommonJs = rememberFile(makeCommonJs);

/** Whether a file needs a CommonJS version: modules of the build output and their declarations. */
function isCommonJsNeeded(path: string): boolean {
  return /^dist\/.*\.(?:js|d\.ts)$/.test(path) && !path.startsWith(`${commonJsFolder}/`);
}

function commonJsPath(path: string): string {
  return path.replace(/^dist\//, `${commonJsFolder}/`);
}

/** Returns a function that makes something of a file only once, because most files of a package are the same in the next run. */
export function rememberFile<Result>(make: (file: PrintedFile) => Result): (file: PrintedFile) => Result {
  const results = new WeakMap<PrintedFile, { readonly result: Result }>();
  return (file) => {
    const { result } = results.get(file) ?? { result: make(file) };
    results.set(file, { result });
    return result;
  };
}
