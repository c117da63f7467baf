import type { PrintedFile } from "../code/printed-file.js";

const comments = "/* eslint-disable */\n// @ts-nocheck\n";

/**
 * Marks generated sources so that TypeScript and ESLint skip them. An application's `tsconfig.json` may include them, but
 * its options are meant for the application's own code. For example, Next.js targets ES2017, which has no bigint literals,
 * and an optional peer dependency may be missing. Results are cached, so that the same file always returns the same object.
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
