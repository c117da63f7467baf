import type { IToken } from "chevrotain";
import * as diagnostics from "../text/diagnostics/catalogue.js";
import { withRelated, type Finding, type Report } from "../text/diagnostics/diagnostic.js";
import type { ItemSource } from "../text/item-source.js";
import type { Span } from "../text/span.js";
import { tokenize } from "./tokenize.js";
import * as t from "./tokens.js";
import { findUnclosedString, hasSwallowedDefinition } from "./unclosed-string.js";

/** The tokens of a top-level item, or of text after a missing quote that looks like an item. */
export interface Chunk {
  readonly tokens: IToken[];
  /**
   * The offset of each string literal to the indentation level of the line that it starts on, unless the level is 0
   * (LEX-21).
   */
  readonly stringLevels: Map<number, number>;
  /** Whether a lexical error makes the tokens unreliable. */
  broken: boolean;
  /** Whether the indentation of a line is invalid. The tokens then correspond to the most plausible indentation. */
  misindented: boolean;
  /** A string in or before this chunk that seems to lack its closing quote, so that text and code are mixed up. */
  readonly greedyString: Span | undefined;
}

export const levelWidth = 4;

/**
 * The maximum depth of brackets and indentation: far above that of real specifications, and low enough for recursion.
 */
const deepest = 100;

/**
 * The maximum number of chunks for an item with a missing quote, which seems to contain further items. None of them is
 * reliable.
 */
const maxChunks = 1000;

/** The text and the indentation with which an item is read again after an error. */
export interface Reading {
  /** The text of the item, with ignored parts replaced by spaces. */
  readonly text: string;
  /** The number of spaces per level that the author seems to use. */
  readonly unit: number;
}

/**
 * Divides an item into tokens, including those for line breaks and indentation (LEX-22 to LEX-30). If a quote is
 * missing, the text may seem to contain further items, each of which becomes a chunk.
 */
export function layOut(
  source: ItemSource,
  report: Report,
  { text, unit }: Reading = { text: source.text, unit: levelWidth },
): Chunk[] {
  const tokens = tokenize(`${text}\n`);
  const layout = new Layout(source, report, unit);
  const isQuoteLeft = tokens.at(-1)?.tokenType === t.UnclosedString;
  if (isQuoteLeft || hasSwallowedDefinition(text)) {
    const unclosed = findUnclosedString(text);
    if (unclosed !== undefined && (isQuoteLeft || hasSwallowedDefinition(unclosed.image))) {
      layout.expectUnclosed(unclosed.start);
    }
  }
  tokens.forEach((token) => layout.add(token));
  return layout.finish();
}

class Layout {
  readonly #source: ItemSource;
  readonly #report: Report;
  readonly #unit: number;
  readonly #beginsWithComment: boolean;
  readonly #chunks: Chunk[] = [];
  readonly #stringLevels = new Map<number, number>();
  #chunk: Chunk;
  #level = 0;
  readonly #openParens: IToken[] = [];
  /** The number of open brackets of all kinds. */
  #depth = 0;
  /** Whether a quote is missing. The text after it may be code or not, so that nothing more is reported. */
  #lost = false;
  /** The start of the first string that seems to have swallowed a definition because its closing quote is missing. */
  #greedyString: Span | undefined;
  #lineOfLastIllegal = 0;
  /** The widths of indentations that have been reported in this chunk. */
  #wrongWidths = new Set<number>();
  /** The opening parenthesis of the construct whose invalid continuation line has been reported. */
  #wronglyContinued: IToken | undefined;
  /** The end of the last token that is neither a line break nor an indentation change. */
  #codeEnd = 0;
  /** The offset of the string without a closing quote. */
  #unclosed: number | undefined;

  constructor(source: ItemSource, report: Report, unit: number) {
    this.#source = source;
    this.#report = report;
    this.#unit = unit;
    this.#beginsWithComment = /^\s*#/.test(source.text);
    this.#chunk = this.#newChunk();
  }

  /**
   * Makes the layout report a string without a closing quote when it reaches the string. The text after it may be code
   * or not.
   */
  expectUnclosed(offset: number): void {
    this.#unclosed = offset;
  }

  add(token: IToken): void {
    if (token.tokenType === t.Newline) {
      if (this.#openParens.length > 0) {
        this.#continueLine(token);
      } else {
        this.#endLine(token);
      }
      return;
    }
    if (token.tokenType === t.Illegal) {
      this.#addIllegal(token);
      return;
    }
    if (token.tokenType === t.AnnotationType && this.#level > 0) {
      t.retype(token, t.Identifier); // an ordinary name on indented lines (LEX-13)
    }
    this.#countBrackets(token);
    if (token.tokenType === t.StringLiteral) {
      this.#addString(token);
    } else if (token.tokenType === t.UnclosedString) {
      this.#addUnclosedString(token.startOffset);
    }
    this.#chunk.tokens.push(token);
    this.#codeEnd = t.endOf(token);
  }

  finish(): Chunk[] {
    const open = this.#openParens.at(-1);
    if (open !== undefined && open === this.#wronglyContinued) {
      // The content of the parentheses has already been reported as misplaced.
      this.#chunk.broken = true;
    } else if (open !== undefined && !this.#chunk.broken) {
      this.#complain(diagnostics.unclosedParenthesis(this.#tokenSpan(open)));
    }
    this.#endChunk(this.#source.text.length);
    return this.#chunks;
  }

  /** Skips characters that do not start a token. Reports at most one finding per line. */
  #addIllegal(token: IToken): void {
    const { line } = this.#source.position(token.startOffset);
    if (line !== this.#lineOfLastIllegal) {
      const finding = diagnostics.illegalCharacter(this.#tokenSpan(token), token.image, this.#source.line(line).trim());
      this.#complain(this.#withGreedyString(finding));
      this.#lost ||= this.#greedyString !== undefined;
    }
    this.#chunk.broken = true;
    this.#lineOfLastIllegal = line;
  }

  #countBrackets(token: IToken): void {
    switch (token.tokenType) {
      case t.LeftParen:
      case t.LeftBracket:
      case t.LeftBrace:
        if (token.tokenType === t.LeftParen) {
          this.#openParens.push(token);
        }
        this.#depth++;
        if (this.#depth === deepest + 1) {
          this.#complain(diagnostics.nestedTooDeeply(this.#tokenSpan(token), deepest));
        }
        break;
      case t.RightParen:
        if (this.#openParens.pop() === undefined) {
          this.#complain(diagnostics.unmatchedParenthesis(this.#tokenSpan(token)));
        }
        this.#depth--;
        break;
      case t.RightBracket:
      case t.RightBrace:
        this.#depth--;
        break;
    }
  }

  #addString(token: IToken): void {
    if (this.#level > 0) {
      this.#chunk.stringLevels.set(token.startOffset, this.#level);
    }
    if (token.startOffset === this.#unclosed) {
      this.#complain(diagnostics.unterminatedString(this.#span(token.startOffset, token.startOffset + 1)));
      this.#lost = true;
    }
    if (this.#greedyString === undefined && hasSwallowedDefinition(token.image)) {
      this.#greedyString = this.#span(token.startOffset, token.startOffset + 1);
      this.#chunk = { ...this.#chunk, greedyString: this.#greedyString };
    }
  }

  /** Reports E-LEX-2. */
  #addUnclosedString(start: number): void {
    this.#complain(this.#withGreedyString(diagnostics.unterminatedString(this.#span(start, start + 1))));
    this.#lost = true;
  }

  #withGreedyString(finding: Finding): Finding {
    return this.#greedyString === undefined
      ? finding
      : withRelated(finding, this.#greedyString, "a multi-line string starts here: is it closed in the right place?");
  }

  /**
   * Checks a line inside parentheses, which must be one level deeper than the line that the construct starts on
   * (LEX-28).
   */
  #continueLine(token: IToken): void {
    const { start, indentation, atEnd } = this.#nextLine(token);
    if (atEnd) {
      return;
    }
    const wanted = (this.#level + 1) * levelWidth;
    const open = this.#openParens.at(-1);
    if (this.#chunk.broken || this.#wrongWidths.size > 0 || open === this.#wronglyContinued) {
      // The line may be invalid because of an earlier error.
      return;
    }
    if (indentation.includes("\t")) {
      this.#complainOfLine(diagnostics.tabIndentation(this.#span(start, start + indentation.length)));
      this.#wronglyContinued = open;
    } else if (indentation.length !== wanted) {
      const finding = diagnostics.badContinuation(this.#lineSpan(start), wanted, indentation.length);
      this.#complainOfLine(open === undefined ? finding : withRelated(finding, this.#tokenSpan(open), "opened here"));
      this.#wronglyContinued = open;
    }
  }

  #endLine(token: IToken): void {
    const { start, indentation, atEnd } = this.#nextLine(token);
    const first = this.#chunk.tokens.length === 0 && this.#chunks.length === 0;
    if (first && this.#isIgnoredFirstLine(token)) {
      return;
    }
    if (this.#chunk.tokens.length > 0) {
      this.#chunk.tokens.push(t.cutToLineEnd(token, this.#codeEnd));
    }
    if (atEnd) {
      return;
    }
    const hasTabs = indentation.includes("\t");
    const width = hasTabs ? indentation.replaceAll("\t", " ".repeat(levelWidth)).length : indentation.length;
    if (hasTabs) {
      this.#complainOfWidth(levelWidth, diagnostics.tabIndentation(this.#span(start, start + indentation.length)));
    } else if (width % levelWidth !== 0) {
      this.#complainOfWidth(width, diagnostics.badIndentation(this.#lineSpan(start), width));
    } else if (width / levelWidth > deepest) {
      this.#complain(diagnostics.nestedTooDeeply(this.#lineSpan(start), deepest));
      return;
    }
    this.#moveTo(this.#levelOf(width), start + indentation.length);
  }

  /**
   * Returns the level of a line. After a line with an invalid indentation, returns the level that was most likely
   * intended.
   */
  #levelOf(width: number): number {
    if (this.#wrongWidths.size === 0) {
      return width / levelWidth;
    }
    const unit = width % this.#unit === 0 ? this.#unit : levelWidth;
    const meant = Math.min(Math.round(width / unit), this.#level + 1);
    return width === 0 ? 0 : Math.max(meant, 1);
  }

  #moveTo(level: number, offset: number): void {
    for (; this.#level < level; this.#level++) {
      this.#chunk.tokens.push(t.tokenOf(t.Indent, "", offset, this.#codeEnd));
    }
    for (; this.#level > level; this.#level--) {
      this.#chunk.tokens.push(t.tokenOf(t.Dedent, "", offset, this.#codeEnd));
    }
    // After a missing quote, text that looks like further items belongs to this one.
    if (level === 0 && !this.#lost && this.#chunks.length < maxChunks) {
      this.#endChunk(offset);
    }
  }

  #endChunk(offset: number): void {
    for (; this.#level > 0; this.#level--) {
      this.#chunk.tokens.push(t.tokenOf(t.Dedent, "", offset, this.#codeEnd));
    }
    this.#chunk.broken ||= this.#lost;
    if (this.#chunk.tokens.length > 0 || this.#chunk.broken) {
      this.#chunks.push(this.#chunk);
    }
    this.#chunk = this.#newChunk();
    this.#openParens.length = 0;
    this.#depth = 0;
    this.#wrongWidths.clear();
  }

  #newChunk(): Chunk {
    return {
      tokens: [],
      stringLevels: this.#stringLevels,
      broken: false,
      misindented: false,
      greedyString: this.#greedyString,
    };
  }

  /**
   * Whether a line counts as the first line, whose indentation is ignored: the line after a single comment on line 1
   * (LEX-25).
   */
  #isIgnoredFirstLine(token: IToken): boolean {
    return token.image.lastIndexOf("\n") === 0 && this.#beginsWithComment;
  }

  /** Returns the offset and the indentation of the code line after a Newline token. */
  #nextLine(token: IToken): { start: number; indentation: string; atEnd: boolean } {
    const indentation = token.image.slice(token.image.lastIndexOf("\n") + 1);
    const end = t.endOf(token);
    return { start: end - indentation.length, indentation, atEnd: end > this.#source.text.length };
  }

  /**
   * Reports a line whose indentation has an invalid width. Authors who use another number of spaces per level do so in
   * all lines of a definition, so that multiples of a reported width are not reported.
   */
  #complainOfWidth(width: number, finding: Finding): void {
    if (!this.#wrongWidths.has(width) && ![...this.#wrongWidths].some((known) => width % known === 0)) {
      this.#complainOfLine(finding);
      this.#wrongWidths.add(width);
    }
  }

  /** Reports a line whose tokens are readable despite the error. */
  #complainOfLine(finding: Finding): void {
    this.#chunk.misindented = true;
    if (!this.#lost) {
      this.#report(finding);
    }
  }

  #complain(finding: Finding): void {
    this.#chunk.broken = true;
    if (!this.#lost) {
      this.#report(finding);
    }
  }

  #lineSpan(start: number): Span {
    const end = this.#source.text.indexOf("\n", start);
    const stop = end === -1 ? this.#source.text.length : end;
    const code = start + this.#source.text.slice(start, stop).search(/\S|$/);
    return this.#span(code, stop);
  }

  #tokenSpan(token: IToken): Span {
    return this.#span(token.startOffset, t.endOf(token));
  }

  #span(start: number, end: number): Span {
    return { source: this.#source, start, end };
  }
}
