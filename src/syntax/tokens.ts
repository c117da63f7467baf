import { createToken, Lexer, type ILexingResult, type IToken, type TokenType } from "chevrotain";
import { StringEnds } from "./string-ends.js";

// LEX-20a gives the patterns. Keywords are distinguished from identifiers after lexing, and INDENT and DEDENT are made there too.

export const Newline: TokenType = createToken({
  name: "Newline",
  pattern: matchNewline,
  start_chars_hint: ["\n"],
  line_breaks: true,
});
export const Indent: TokenType = createToken({ name: "Indent", pattern: Lexer.NA });
export const Dedent: TokenType = createToken({ name: "Dedent", pattern: Lexer.NA });

const Space = createToken({ name: "Space", pattern: /[ \t]+/, group: Lexer.SKIPPED });
const Comment = createToken({ name: "Comment", pattern: /#[^\n]*/, group: Lexer.SKIPPED });

/** Keywords that cannot begin anything inside the body of a type: there they can only be meant as names. */
export const ReservedWord: TokenType = createToken({ name: "ReservedWord", pattern: Lexer.NA });
/** Keywords that begin a part of a body. */
export const BodyWord: TokenType = createToken({ name: "BodyWord", pattern: Lexer.NA });

export const BooleanWord: TokenType = createToken({
  name: "Boolean",
  pattern: /(?:true|false)\b/,
  categories: [ReservedWord],
});
export const NullWord: TokenType = createToken({ name: "Null", pattern: /null\b/, categories: [ReservedWord] });
export const Identifier: TokenType = createToken({ name: "Identifier", pattern: /[A-Za-z_][A-Za-z0-9_-]*/ });
export const Path: TokenType = createToken({ name: "Path", pattern: /\/[A-Za-z0-9_/-]*/ });
export const FloatNumber: TokenType = createToken({
  name: "Float",
  pattern: /-?[0-9]+(?:\.[0-9]*(?:e-?[0-9]+)?|e-?[0-9]+)/,
});
export const Integer: TokenType = createToken({ name: "Integer", pattern: /-?[0-9]+/ });
export const StringLiteral: TokenType = createToken({
  name: "String",
  pattern: matchString,
  start_chars_hint: ['"'],
  line_breaks: true,
});
/** All of the text from a quote on that nothing closes: what follows it may be text or code, so that no tokens are made of it. */
export const UnclosedString: TokenType = createToken({
  name: "UnclosedString",
  pattern: matchUnclosedString,
  start_chars_hint: ['"'],
  line_breaks: true,
});

/**
 * A line end and all blank and comment lines after it, up to the indentation of the next line. Line by line, because the
 * engine of regular expressions remembers each repetition and runs out of memory for that.
 */
function matchNewline(text: string, start: number): [string] | null {
  if (text.charAt(start) !== "\n") {
    return null;
  }
  const line = /[ \t]*(?:#[^\n]*)?\n/y;
  let end = start + 1;
  for (line.lastIndex = end; line.test(text);) {
    end = line.lastIndex;
  }
  const indentation = /[ \t]*/y;
  indentation.lastIndex = end;
  indentation.test(text);
  return [text.slice(start, indentation.lastIndex)];
}

/** Those of the text that is being cut into tokens. */
let stringEnds = new StringEnds("");

function matchString(text: string, start: number): [string] | null {
  if (text.charAt(start) !== '"') {
    return null;
  }
  const end = stringEnds.after(start);
  return end === undefined ? null : [text.slice(start, end)];
}

/** Tried after {@link matchString}, which nothing else precedes at a quote. */
function matchUnclosedString(text: string, start: number): [string] | null {
  return text.charAt(start) === '"' ? [text.slice(start)] : null;
}

function punctuation(name: string, sign: string): TokenType {
  return createToken({ name, pattern: sign });
}
export const LeftParen: TokenType = punctuation("LeftParen", "(");
export const RightParen: TokenType = punctuation("RightParen", ")");
export const LeftBracket: TokenType = punctuation("LeftBracket", "[");
export const RightBracket: TokenType = punctuation("RightBracket", "]");
export const LeftBrace: TokenType = punctuation("LeftBrace", "{");
export const RightBrace: TokenType = punctuation("RightBrace", "}");
export const Comma: TokenType = punctuation("Comma", ",");
export const Dot: TokenType = punctuation("Dot", ".");
export const Colon: TokenType = punctuation("Colon", ":");
export const Equals: TokenType = punctuation("Equals", "=");
export const Question: TokenType = punctuation("Question", "?");
export const At: TokenType = punctuation("At", "@");

function keyword(word: string, category: TokenType): TokenType {
  // Quoted, because rules of the grammar have the bare words as names.
  return createToken({ name: `'${word}'`, pattern: Lexer.NA, categories: [category] });
}
export const Alias: TokenType = keyword("alias", ReservedWord);
export const Annotation: TokenType = keyword("annotation", ReservedWord);
export const AnnotationType: TokenType = keyword("annotation_type", ReservedWord);
export const Attrs: TokenType = keyword("attrs", BodyWord);
export const By: TokenType = keyword("by", ReservedWord);
export const Deprecated: TokenType = keyword("deprecated", ReservedWord);
const DocWord: TokenType = keyword("doc", ReservedWord);
const ErrorWord: TokenType = keyword("error", ReservedWord);
export const Example: TokenType = keyword("example", BodyWord);
export const Extends: TokenType = keyword("extends", ReservedWord);
export const Import: TokenType = keyword("import", ReservedWord);
export const Namespace: TokenType = keyword("namespace", ReservedWord);
export const Patch: TokenType = keyword("patch", ReservedWord);
export const Route: TokenType = keyword("route", ReservedWord);
export const Struct: TokenType = keyword("struct", BodyWord);
export const Union: TokenType = keyword("union", BodyWord);
export const UnionClosed: TokenType = keyword("union_closed", BodyWord);

const keywordTypes: readonly TokenType[] = [
  Alias,
  Annotation,
  AnnotationType,
  Attrs,
  By,
  Deprecated,
  DocWord,
  ErrorWord,
  Example,
  Extends,
  Import,
  Namespace,
  Patch,
  Route,
  Struct,
  Union,
  UnionClosed,
];

/** The keywords by their spelling (LEX-12). */
export const keywords: ReadonlyMap<string, TokenType> = new Map(
  keywordTypes.map((type) => [type.name.slice(1, -1), type]),
);

/** The words that begin a definition. */
export const definitionWords: readonly string[] = [
  "alias",
  "annotation",
  "annotation_type",
  "import",
  "namespace",
  "patch",
  "route",
  "struct",
  "union",
  "union_closed",
];

// The order decides where two patterns match at one place.
const lexedTypes: readonly TokenType[] = [
  Newline,
  Space,
  LeftParen,
  RightParen,
  BooleanWord,
  NullWord,
  Identifier,
  Path,
  FloatNumber,
  Integer,
  StringLiteral,
  UnclosedString,
  Comment,
  LeftBracket,
  RightBracket,
  LeftBrace,
  RightBrace,
  Comma,
  Dot,
  Colon,
  Equals,
  Question,
  At,
];

/** All token types, as the parser wants them. */
export const vocabulary: TokenType[] = [ReservedWord, BodyWord, Indent, Dedent, ...keywordTypes, ...lexedTypes];

/** The lexer's own messages are not shown, and there may be millions. */
const noMessages = {
  buildUnableToPopLexerModeMessage: (): string => "",
  buildUnexpectedCharactersMessage: (): string => "",
};

export function createLexer(options: { skipValidations: boolean }): Lexer {
  return new Lexer([...lexedTypes], { positionTracking: "onlyOffset", errorMessageProvider: noMessages, ...options });
}

/** The token types are checked by a test, not on every start. */
const stoneLexer: Lexer = createLexer({ skipValidations: true });

/** The tokens of a text, and the characters that start none. */
export function tokenize(text: string): ILexingResult {
  stringEnds = new StringEnds(text);
  return stoneLexer.tokenize(text);
}

/**
 * Where a token starts. In Chevrotain's tokens this is a floating-point number for the engine, since it is NaN for the end of a text;
 * trees that took it over would need half as much memory again.
 */
export function startOf({ startOffset }: IToken): number {
  return startOffset | 0;
}

/** Where the code ends up to a token: comments and blank lines after it do not count. */
export function codeEnd(token: IToken): number {
  const isLayout = token.tokenType === Newline || token.tokenType === Indent || token.tokenType === Dedent;
  return isLayout ? (token.endOffset ?? 0) | 0 : startOf(token) + token.image.length;
}

/** Makes a token one of another type. It is changed in place: there are too many to copy them. */
export function retype(token: IToken, type: TokenType): IToken {
  token.tokenType = type;
  token.tokenTypeIdx = type.tokenTypeIdx ?? 0;
  return token;
}

/** Makes a Newline token stand for the end of its line alone, without what is below it. `codeEnd` is where the code ends. */
export function cutToLineEnd(token: IToken, codeEnd: number): IToken {
  token.endOffset = codeEnd;
  token.image = "\n";
  return token;
}

/** A token that stands for no text of its own. `codeEnd` is the end of the code before it. */
export function emptyToken(type: TokenType, offset: number, codeEnd: number): IToken {
  return {
    image: "",
    startOffset: offset,
    endOffset: codeEnd,
    tokenType: type,
    tokenTypeIdx: type.tokenTypeIdx ?? 0,
  };
}
