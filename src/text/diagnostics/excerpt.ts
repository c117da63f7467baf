/** A range of a line. Offsets are UTF-16 code units from 0; the end is exclusive. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}

/** A line as it is displayed in a terminal. */
export interface Excerpt {
  readonly text: string;
  /** The position of each mark in the text, in terminal columns from 0. Each is at least one column wide. */
  readonly places: readonly { readonly column: number; readonly width: number }[];
}

/** The width of a tab in columns, at any position. */
const tab = "    ";
const ellipsis = "…";

/**
 * Returns the line with spaces for tabs and a visible sign for each invisible character. A line that is wider than
 * `maxWidth` columns is truncated on both sides of the first mark. A mark that does not fit is also truncated.
 */
export function excerpt(line: string, marks: readonly Mark[], maxWidth: number): Excerpt {
  const cells = toCells(line);
  const total = lineWidth(cells);
  const shown = total <= maxWidth ? cells : window(cells, marks[0] ?? { start: 0, end: 0 }, maxWidth);
  const from = shown[0]?.column ?? 0;
  const to = shown.length === 0 ? from : lineWidth(shown);
  const before = from > 0 ? ellipsis : "";
  const after = to < total ? ellipsis : "";
  const columnIn = (offset: number): number =>
    Math.min(Math.max(findColumn(offset, cells), from), to) - from + before.length;
  return {
    text: `${before}${shown.map(({ text }) => text).join("")}${after}`.trimEnd(),
    places: marks.map(({ start, end }) => {
      const column = columnIn(start);
      return { column, width: Math.max(1, columnIn(end) - column) };
    }),
  };
}

/** A character: its offset in the line, and its column and width on the terminal. */
interface Cell {
  readonly offset: number;
  readonly column: number;
  readonly width: number;
  readonly text: string;
}

function toCells(line: string): Cell[] {
  const cells: Cell[] = [];
  let offset = 0;
  let column = 0;
  for (const character of line) {
    const text = shownAs(character);
    const width = text === tab ? tab.length : characterWidth(text);
    cells.push({ offset, column, width, text });
    offset += character.length;
    column += width;
  }
  return cells;
}

function lineWidth(cells: readonly Cell[]): number {
  const last = cells.at(-1);
  return last === undefined ? 0 : last.column + last.width;
}

function findColumn(offset: number, cells: readonly Cell[]): number {
  return cells.find((cell) => cell.offset >= offset)?.column ?? lineWidth(cells);
}

/** Returns the cells that fit into the width, with the mark in the middle if possible. */
function window(cells: readonly Cell[], mark: Mark, maxWidth: number): readonly Cell[] {
  const start = findColumn(mark.start, cells);
  const width = Math.min(findColumn(mark.end, cells) - start, maxWidth);
  const from = Math.max(0, Math.min(start - Math.floor((maxWidth - width) / 2), lineWidth(cells) - maxWidth));
  return cells.filter((cell) => cell.column >= from && cell.column + cell.width <= from + maxWidth);
}

/**
 * Returns the text that is shown for a character. Control characters and direction marks are replaced, because they
 * could move the cursor or the text.
 */
function shownAs(character: string): string {
  if (character >= " " && character <= "~") {
    return character; // a fast path for nearly all characters, because the expression below is slow to compile
  }
  return character === "\t" ? tab : /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(character) ? "\ufffd" : character;
}

/** Returns the width of a character in most terminals (Unicode Standard Annex 11, and emoji). */
function characterWidth(character: string): 0 | 1 | 2 {
  if (character <= "\x7e") {
    return 1;
  }
  if (/[\p{Mn}\p{Me}]/u.test(character)) {
    return 0;
  }
  const isWide =
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]/u;
  const isHalfWidth = /[\uff61-\uffdc]/;
  return isWide.test(character) && !isHalfWidth.test(character) ? 2 : 1;
}
