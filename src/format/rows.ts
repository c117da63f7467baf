import { readLexemes, type Lexeme, type LexemeKind } from "../syntax/lexemes.js";
import type { CheckedFile } from "../syntax/parse.js";

/** A token or comment of a row. */
export interface Token {
  readonly kind: LexemeKind;
  readonly text: string;
  /** Offset in the file. */
  readonly start: number;
  /** The number of characters before the token if it is the first one on its line; otherwise undefined. */
  readonly indentation: number | undefined;
  /** How many brackets are open around the token. A bracket has the depth of its surroundings. */
  readonly depth: number;
  /** How many of these brackets are parentheses. */
  readonly parens: number;
}

/** A line of code with all its continuation lines, a comment on its own line, or an item with a syntax error. */
export interface Row {
  readonly kind: "code" | "comment" | "broken";
  /** The level of code; for a comment, the level nearest to its indentation. */
  readonly level: number;
  /** The tokens, which for code may include comments. */
  readonly tokens: readonly Token[];
  /** The number of blank lines before the row. */
  readonly blankLines: number;
  /**
   * Offsets in the file, from the start of the row's first line to the end of its last line, without the line ending.
   */
  readonly start: number;
  readonly end: number;
}

/** Returns the rows of a file, from its items. */
export function readRows(items: CheckedFile["itemTexts"]): Row[] {
  const reader = new RowReader();
  items.forEach((item) => {
    reader.addItem(item);
  });
  return reader.rows;
}

/** Returns the level that is nearest to an indentation in characters. */
export function nearestLevel(indentation: number): number {
  return Math.round(indentation / 4);
}

class RowReader {
  readonly rows: Row[] = [];
  /** The start of the item in the file. */
  #base = 0;
  #tokens: Token[] = [];
  /** The start of the row and of the current line, as offsets in the item. */
  #rowStart = 0;
  #lineStart = 0;
  #indentation: number | undefined = 0;
  #depth = 0;
  #parens = 0;
  #blankLines = 0;
  #hasCode = false;

  addItem({ source, unreadable }: CheckedFile["itemTexts"][number]): void {
    this.#base = source.offsetInFile(0);
    this.#lineStart = 0;
    this.#indentation = 0;
    this.#depth = 0;
    this.#parens = 0;
    this.#hasCode = false;
    if (unreadable) {
      this.#addBroken(source.text);
      return;
    }
    for (const lexeme of readLexemes(source.text)) {
      this.#add(lexeme);
    }
    this.#endRow(source.text.length);
  }

  #add(lexeme: Lexeme): void {
    const { kind, text, start } = lexeme;
    switch (kind) {
      case "space":
        if (start === this.#lineStart) {
          this.#indentation = text.length;
        }
        return;
      case "lineEnd":
        this.#endLine(start);
        return;
      case "punctuation":
        this.#addSign(lexeme);
        return;
      default:
        this.#push(lexeme);
    }
  }

  #addSign(sign: Lexeme): void {
    const { text } = sign;
    if (")]}".includes(text)) {
      this.#depth--;
      this.#parens -= text === ")" ? 1 : 0;
    }
    this.#push(sign);
    if ("([{".includes(text)) {
      this.#depth++;
      this.#parens += text === "(" ? 1 : 0;
    }
  }

  #push({ kind, text, start }: Lexeme): void {
    if (this.#tokens.length === 0) {
      this.#rowStart = this.#lineStart;
    }
    this.#tokens.push({
      kind,
      text,
      start: this.#base + start,
      indentation: this.#indentation,
      depth: this.#depth,
      parens: this.#parens,
    });
    this.#indentation = undefined;
  }

  #endLine(offset: number): void {
    if (this.#tokens.length === 0) {
      this.#blankLines++;
    } else if (this.#depth === 0 && !this.#awaitsMap()) {
      this.#endRow(offset);
    }
    this.#lineStart = offset + 1;
    this.#indentation = 0;
  }

  /** Whether the row continues on the next line, because a map may be below the line of its entry (GRAM-13). */
  #awaitsMap(): boolean {
    return this.#tokens.findLast(({ kind }) => kind !== "comment")?.text === "=";
  }

  #endRow(end: number): void {
    const [first] = this.#tokens;
    if (first === undefined) {
      return;
    }
    const isComment = first.kind === "comment";
    // LEX-25: the indentation of the first line of code is ignored.
    const isHead = !isComment && !this.#hasCode;
    this.rows.push({
      kind: isComment ? "comment" : "code",
      level: isHead ? 0 : nearestLevel(first.indentation ?? 0),
      tokens: this.#tokens,
      blankLines: this.#blankLines,
      start: this.#base + this.#rowStart,
      end: this.#base + end,
    });
    this.#hasCode ||= !isComment;
    this.#tokens = [];
    this.#blankLines = 0;
  }

  #addBroken(text: string): void {
    const code = text.replace(/[ \t\n]+$/, "");
    const leading = /^(?:[ \t]*\n)*/.exec(text)?.[0] ?? "";
    if (code !== "") {
      this.rows.push({
        kind: "broken",
        level: 0,
        tokens: [],
        blankLines: this.#blankLines + leading.split("\n").length - 1,
        start: this.#base + leading.length,
        end: this.#base + code.length,
      });
      this.#blankLines = 0;
    }
    this.#blankLines += Math.max(0, text.slice(code.length).split("\n").length - 2);
  }
}
