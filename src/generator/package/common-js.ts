import type { PrintedFile } from "../code/printed-file.js";

/** The folder of a package's CommonJS, next to its ES modules in `dist`. */
const commonJsFolder = "dist/cjs";

/** Transpiles ES modules to CommonJS, and copies their declarations. Results are cached per file. */
export class CommonJsFiles {
  readonly #known = new WeakMap<PrintedFile, PrintedFile>();

  /**
   * Returns the files that a package needs in addition to `files` so that it can be loaded with `require`. Modules for which
   * `files` already contains a CommonJS version are skipped.
   */
  async of(files: readonly PrintedFile[]): Promise<PrintedFile[]> {
    const present = new Set(files.map(({ path }) => path));
    const made: PrintedFile[] = [];
    for (const file of files.filter(({ path }) => isCommonJsNeeded(path))) {
      if (!present.has(commonJsPath(file.path))) {
        made.push(await this.#commonJs(file));
      }
    }
    // Node and TypeScript look for the nearest package.json to distinguish the two kinds of modules.
    const scope = { path: `${commonJsFolder}/package.json`, text: '{ "type": "commonjs" }\n' };
    return [scope, ...made];
  }

  async #commonJs(file: PrintedFile): Promise<PrintedFile> {
    const made = this.#known.get(file) ?? (await makeCommonJs(file));
    this.#known.set(file, made);
    return made;
  }
}

/** Returns the CommonJS version of a file in `dist`: a module or its declarations. */
export async function makeCommonJs({ path, text }: PrintedFile): Promise<PrintedFile> {
  if (path.endsWith(".d.ts")) {
    return { path: commonJsPath(path), text };
  }
  const { transpileCommonJs } = await import("./transpile.js");
  return { path: commonJsPath(path), text: await transpileCommonJs(text) };
}

/** Whether a file needs a CommonJS version: modules of the build output and their declarations. */
function isCommonJsNeeded(path: string): boolean {
  return /^dist\/.*\.(?:js|d\.ts)$/.test(path) && !path.startsWith(`${commonJsFolder}/`);
}

function commonJsPath(path: string): string {
  return path.replace(/^dist\//, `${commonJsFolder}/`);
}
