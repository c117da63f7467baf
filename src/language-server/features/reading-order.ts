import type { SourceFile } from "../../text/source.js";

/**
 * The order in which to parse files: first those that requests are about, with their direct and indirect imports.
 * Namespaces and imports are found with regular expressions, which takes almost no time.
 */
export class ReadingOrder {
  readonly #files: ReadonlyMap<string, SourceFile>;
  readonly #byNamespace = new Map<string, SourceFile[]>();
  readonly #rest: SourceFile[];
  /** Files whose dependencies have all been returned. */
  readonly #complete = new Set<string>();

  constructor(files: readonly SourceFile[]) {
    this.#files = new Map(files.map((file) => [file.path, file]));
    this.#rest = files.toReversed();
    for (const file of files) {
      const namespace = namespaceOf(file);
      const others = this.#byNamespace.get(namespace);
      if (others === undefined) {
        this.#byNamespace.set(namespace, [file]);
      } else {
        others.push(file);
      }
    }
  }

  /** Returns the file to parse next; undefined if all are parsed. */
  next(asked: Iterable<string>, isParsed: (file: SourceFile) => boolean): SourceFile | undefined {
    for (const path of asked) {
      const needed = this.#complete.has(path) ? undefined : this.#needs(path).find((file) => !isParsed(file));
      if (needed !== undefined) {
        return needed;
      }
      this.#complete.add(path);
    }
    for (let file = this.#rest.at(-1); file !== undefined; file = this.#rest.at(-1)) {
      if (!isParsed(file)) {
        return file;
      }
      this.#rest.pop();
    }
    return undefined;
  }

  /** Whether everything that a file needs has been returned by {@link next}. */
  isComplete(path: string): boolean {
    return this.#complete.has(path);
  }

  /**
   * Returns a file, the other files of its namespace, and the files of all namespaces that these import, directly or
   * indirectly.
   */
  #needs(path: string): readonly SourceFile[] {
    const file = this.#files.get(path);
    const needed = new Set(file === undefined ? [] : [file]);
    // Iterating over a set includes the elements added during the iteration.
    for (const { text } of needed) {
      for (const [, name = ""] of text.matchAll(/^(?:namespace|import)[ \t]+(\w+)/gm)) {
        this.#byNamespace.get(name)?.forEach((other) => needed.add(other));
      }
    }
    return [...needed];
  }
}

function namespaceOf({ text }: SourceFile): string {
  return /^namespace[ \t]+(\w+)/m.exec(text)?.[1] ?? "";
}
