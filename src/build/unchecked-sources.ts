import type { PrintedFile } from "../code/printed-file.js";

const comments = "/* eslint-disable */\n// @ts-nocheck\n";

/**
 * Sources that are not checked where they are found: `include` of an application's `tsconfig.json` may reach them, but its
 * options are for its own code. Next targets ES2017, without bigints, and an optional peer dependency may be missing. The
 * same file gives the same object again.
 */
export class UncheckedSources {
  readonly #known = new WeakMap<PrintedFile, PrintedFile>();

  of(files: readonly PrintedFile[]): PrintedFile[] {
    return files.map((file) => (/^src\/.*\.ts$/.test(file.path) ? this.#unchecked(file) : file));
  }

  #unchecked(file: PrintedFile): PrintedFile {
    const known = this.#known.get(file) ?? {
      path: file.path,
      text: file.text.replace(/^\/\/ @generated .*\n/, (first) => first + comments),
    };
    this.#known.set(file, known);
    return known;
  }
}
