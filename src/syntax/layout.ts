import type { IToken } from "chevrotain";
import { illegalCharacter, badContinuation, badIndentation, tabIndentation } from "../diagnostics/catalogue.js";
import { closingParenthesis, unclosedParenthesis, unterminatedString } from "../diagnostics/catalogue.js";
import type { Report } from "../diagnostics/diagnostic.js";
import type { Source } from "../source/source.js";
import type { Span } from "../source/span.js";
import * as t from "./tokens.js";

/** The tokens of one top-level item. Items are parsed one by one, so that a wrong one does not hide the next. */
export interface Chunk {
  readonly tokens: IToken[];
  /** The indentation level of the line on which a string literal starts, by its offset, where it is not 0 (LEX-21). */
  readonly stringLevels: Map<number, number>;
  /** Whether a lexical error makes the tokens unreliable. */
  broken: boolean;
}

const levelWidth = 4;

/** Cuts a source into tokens and these into top-level items, with the line structure of LEX-22 to LEX-30. */
export function layOut(source: Source, report: Report): Chunk[] {
  const { tokens, errors } = t.stoneLexer.tokenize(`${source.text}\n`);
  const layout = new Layout(source, report);
  const illegal = errors.map(({ offset, length }) => ({ offset, length }));
  let next = illegal.shift();
  for (const token of tokens) {
    while (next !== undefined && next.offset < token.startOffset) {
      layout.illegal(next.offset, next.length);
      next = illegal.shift();
    }
    layout.add(token);
  }
  if (next !== undefined) {
    layout.illegal(next.offset, next.length);
  }
  return layout.finish();
}

class Layout {
  readonly #source: Source;
  readonly #report: Report;
  readonly #chunks: Chunk[] = [];
  #chunk: Chunk = newChunk();
  #level = 0;
  readonly #openParens: IToken[] = [];
  /** Set behind a quote that nothing closes: what follows may be text or code. */
  #lost = false;
  /** Set where a line that breaks out of a parenthesis may be the beginning of the next item. */
  #mayBeNextItem = false;

  constructor(source: Source, report: Report) {
    this.#source = source;
    this.#report = report;
  }

  illegal(offset: number, length: number): void {
    if (this.#lost) {
      return;
    }
    const text = this.#source.text.slice(offset, offset + length);
    // A quote is illegal only where no closing quote follows in the whole file (E-LEX-2).
    this.#lost = text.includes('"');
    const span = this.#span(offset, offset + length);
    this.#complain(this.#lost ? unterminatedString(span) : illegalCharacter(span, text));
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
    const typed = this.#withKeyword(token);
    if (this.#mayBeNextItem) {
      this.#mayBeNextItem = false;
      if (t.keywords.has(typed.image)) {
        this.#openParens.length = 0;
        this.#endChunk(typed.startOffset);
      }
    }
    if (typed.tokenType === t.LeftParen) {
      this.#openParens.push(typed);
    } else if (typed.tokenType === t.RightParen && this.#openParens.pop() === undefined) {
      this.#complain(closingParenthesis(this.#tokenSpan(typed)));
    } else if (typed.tokenType === t.StringLiteral && this.#level > 0) {
      this.#chunk.stringLevels.set(typed.startOffset, this.#level);
    }
    this.#chunk.tokens.push(typed);
  }

  finish(): Chunk[] {
    const open = this.#openParens.at(-1);
    if (open !== undefined && !this.#chunk.broken) {
      this.#complain(unclosedParenthesis(this.#tokenSpan(open)));
    }
    this.#endChunk(this.#source.text.length);
    return this.#chunks;
  }

  /** LEX-13: `annotation_type` is an ordinary name on indented lines. */
  #withKeyword(token: IToken): IToken {
    if (token.tokenType !== t.Identifier) {
      return token;
    }
    const keyword = t.keywords.get(token.image);
    if (keyword === undefined || (keyword === t.AnnotationType && this.#level > 0)) {
      return token;
    }
    return t.retyped(token, keyword);
  }

  /** LEX-28: inside parentheses a line must be one level deeper than the line that began the construct. */
  #continueLine(token: IToken): void {
    const { start, indentation, atEnd } = this.#nextLine(token);
    if (atEnd) {
      return;
    }
    if (indentation.length !== (this.#level + 1) * levelWidth) {
      if (!this.#chunk.broken) {
        this.#complain(badContinuation(this.#lineSpan(start), (this.#level + 1) * levelWidth, indentation.length));
      }
      this.#mayBeNextItem = indentation.length === 0;
    }
  }

  #endLine(token: IToken): void {
    const { start, indentation, atEnd } = this.#nextLine(token);
    const first = this.#chunk.tokens.length === 0 && this.#chunks.length === 0;
    if (first && this.#isIgnoredFirstLine(token)) {
      return;
    }
    if (this.#chunk.tokens.length > 0) {
      this.#chunk.tokens.push({ ...token, endOffset: token.startOffset, image: "\n" });
    }
    if (atEnd) {
      return;
    }
    if (indentation.includes("\t")) {
      this.#complain(tabIndentation(this.#span(start, start + indentation.length)));
    } else if (indentation.length % levelWidth !== 0) {
      this.#complain(badIndentation(this.#lineSpan(start), indentation.length));
    } else {
      this.#moveTo(indentation.length / levelWidth, start + indentation.length);
    }
  }

  #moveTo(level: number, offset: number): void {
    for (; this.#level < level; this.#level++) {
      this.#chunk.tokens.push(t.emptyToken(t.Indent, offset));
    }
    for (; this.#level > level; this.#level--) {
      this.#chunk.tokens.push(t.emptyToken(t.Dedent, offset));
    }
    if (level === 0) {
      this.#endChunk(offset);
    }
  }

  #endChunk(offset: number): void {
    for (; this.#level > 0; this.#level--) {
      this.#chunk.tokens.push(t.emptyToken(t.Dedent, offset));
    }
    this.#chunk.broken ||= this.#lost;
    if (this.#chunk.tokens.length > 0 || this.#chunk.broken) {
      this.#chunks.push(this.#chunk);
    }
    this.#chunk = newChunk();
  }

  /** LEX-25: the line below nothing but one comment on line 1 is a first line too, whose indentation means nothing. */
  #isIgnoredFirstLine(token: IToken): boolean {
    const lineBreaks = token.image.split("\n").length - 1;
    return lineBreaks === 1 && this.#source.text.slice(0, token.startOffset).trimStart().startsWith("#");
  }

  /** The code line behind a Newline token: its offset and its indentation. */
  #nextLine(token: IToken): { start: number; indentation: string; atEnd: boolean } {
    const indentation = token.image.slice(token.image.lastIndexOf("\n") + 1);
    const end = token.startOffset + token.image.length;
    return { start: end - indentation.length, indentation, atEnd: end > this.#source.text.length };
  }

  #complain(finding: Parameters<Report>[0]): void {
    this.#chunk.broken = true;
    this.#report(finding);
  }

  #lineSpan(start: number): Span {
    const end = this.#source.text.indexOf("\n", start);
    const stop = end === -1 ? this.#source.text.length : end;
    const code = start + this.#source.text.slice(start, stop).search(/\S|$/);
    return this.#span(code, stop);
  }

  #tokenSpan(token: IToken): Span {
    return this.#span(token.startOffset, token.startOffset + token.image.length);
  }

  #span(start: number, end: number): Span {
    return { source: this.#source, start, end };
  }
}

function newChunk(): Chunk {
  return { tokens: [], stringLevels: new Map(), broken: false };
}
