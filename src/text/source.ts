/** A text to compile, as the caller provides it. */
export interface SourceFile {
  /** The path that diagnostics show. */
  readonly path: string;
  readonly text: string;
}

/** A line and a column, both of which are counted from 1. Columns count UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A text whose line endings are all converted to `\n`. */
export class Source {
  readonly text: string;
  #lineStarts: number[] | undefined;

  constructor(text: string) {
    this.text = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  }

  /** Returns the position of an offset, in UTF-16 code units from 0. An offset after the end counts as the end. */
  position(offset: number): Position {
    const starts = this.#starts();
    const at = Math.min(offset, this.text.length);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= at) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return { line: low + 1, column: at - (starts[low] ?? 0) + 1 };
  }

  /** Returns the offset of a position. A position after the end of its line counts as the end of the line. */
  offset({ line, column }: Position): number {
    const starts = this.#starts();
    const start = starts[line - 1];
    if (start === undefined) {
      return line < 1 ? 0 : this.text.length;
    }
    const next = starts[line];
    const end = next === undefined ? this.text.length : next - 1;
    return Math.max(start, Math.min(start + column - 1, end));
  }

  /** Returns the text of a line without its line ending; empty if the line does not exist. Lines are counted from 1. */
  line(line: number): string {
    const starts = this.#starts();
    const start = starts[line - 1];
    if (start === undefined) {
      return "";
    }
    const next = starts[line];
    return this.text.slice(start, next === undefined ? undefined : next - 1);
  }

  // Computed on demand, because only texts with diagnostics need it.
  #starts(): readonly number[] {
    if (this.#lineStarts === undefined) {
      const starts = [0];
      for (let at = this.text.indexOf("\n"); at !== -1; at = this.text.indexOf("\n", at + 1)) {
        starts.push(at + 1);
      }
      this.#lineStarts = starts;
    }
    return this.#lineStarts;
  }
}
