import { createToken, Lexer, type ILexingResult, type IToken, type TokenType } from "chevrotain";
import { StringEnds } from "./string-ends.js";

// The patterns are those of LEX-20a. After lexing, `layout.ts` distinguishes keywords from
// identifiers, and creates INDENT and DEDENT.

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

function category(name: string, categories: TokenType[] = []): TokenType {
  return createToken({ name, pattern: Lexer.NA, categories });
}
/** Tokens that can be intended as a name anywhere but at the start of a line of a body. */
export const AnyName: TokenType = category("AnyName");
/** Tokens that can be intended as a name at the start of a line of a body, where some keywords start other parts. */
export const MemberName: TokenType = category("MemberName");
/** Keywords that cannot start anything inside the body of a type. There, they must be intended as names. */
export const ReservedWord: TokenType = category("ReservedWord", [AnyName, MemberName]);
/** Keywords that start a part of a body. */
export const BodyWord: TokenType = category("BodyWord", [AnyName]);
export const Literal: TokenType = category("Literal");

export const BooleanWord: TokenType = createToken({
  name: "Boolean",
  pattern: /(?:true|false)\b/,
  categories: [ReservedWord, Literal],
});
export const NullWord: TokenType = createToken({
  name: "Null",
  pattern: /null\b/,
  categories: [ReservedWord, Literal],
});
export const Identifier: TokenType = createToken({
  name: "Identifier",
  pattern: /[A-Za-z_][A-Za-z0-9_-]*/,
  categories: [AnyName, MemberName],
});
export const Path: TokenType = createToken({ name: "Path", pattern: /\/[A-Za-z0-9_/-]*/ });
export const FloatNumber: TokenType = createToken({
  name: "Float",
  pattern: /-?[0-9]+(?:\.[0-9]*(?:e-?[0-9]+)?|e-?[0-9]+)/,
  categories: [Literal],
});
export const Integer: TokenType = createToken({ name: "Integer", pattern: /-?[0-9]+/, categories: [Literal] });
export const StringLiteral: TokenType = createToken({
  name: "String",
  pattern: matchString,
  categories: [Literal],
  start_chars_hint: ['"'],
  line_breaks: true,
});
/**
 * A quote that is never closed, and the rest of the text, which is not divided into tokens because it may be code or
 * not.
 */
export const UnclosedString: TokenType = createToken({
  name: "UnclosedString",
  pattern: matchUnclosedString,
  start_chars_hint: ['"'],
  line_breaks: true,
});

const lineWithoutCode = /[ \t]*(?:#[^\n]*)?\n/y;
const indentation = /[ \t]*/y;

/**
 * Matches a line break and all blank and comment lines after it, up to the indentation of the next line. Matches line
 * by line, because for a single regular expression the engine would store each repetition and run out of memory.
 */
function matchNewline(text: string, start: number): [string] | null {
  if (text.charAt(start) !== "\n") {
    return null;
  }
  let end = start + 1;
  for (lineWithoutCode.lastIndex = end; lineWithoutCode.test(text);) {
    end = lineWithoutCode.lastIndex;
  }
  indentation.lastIndex = end;
  indentation.test(text);
  return [text.slice(start, indentation.lastIndex)];
}

/** The ends of strings in the text that is being divided into tokens. */
let stringEnds = new StringEnds("");

function matchString(text: string, start: number): [string] | null {
  if (text.charAt(start) !== '"') {
    return null;
  }
  const end = stringEnds.after(start);
  return end === undefined ? null : [text.slice(start, end)];
}

/** Matches a string without a closing quote. It is called only after {@link matchString} has failed. */
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

function keyword(word: string, kind: TokenType): TokenType {
  // The names are quoted because the bare words are names of grammar rules.
  return category(`'${word}'`, [kind]);
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

/** The words that start a definition. */
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

// The order decides which of two matching patterns wins.
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

/** All token types, for the parser. */
export const vocabulary: TokenType[] = [
  AnyName,
  MemberName,
  ReservedWord,
  BodyWord,
  Literal,
  Indent,
  Dedent,
  ...keywordTypes,
  ...lexedTypes,
];

/** Empty messages, because the lexer's messages are not shown and there may be millions of them. */
const noMessages = {
  buildUnableToPopLexerModeMessage: (): string => "",
  buildUnexpectedCharactersMessage: (): string => "",
};

export function createLexer(options: { skipValidations: boolean }): Lexer {
  return new Lexer([...lexedTypes], { positionTracking: "onlyOffset", errorMessageProvider: noMessages, ...options });
}

/** The token types are validated in a test instead of on every start. */
const stoneLexer: Lexer = createLexer({ skipValidations: true });

/**
 * Divides a text into tokens. Returns the tokens, and an error for each run of characters that do not start a token.
 */
export function tokenize(text: string): ILexingResult {
  stringEnds = new StringEnds(text);
  return stoneLexer.tokenize(text);
}

/**
 * Returns the start offset of a token. The engine stores the offsets in Chevrotain's tokens as floating-point numbers,
 * because the offset at the end of a text is NaN. Trees that copied them would need 50 % more memory.
 */
export function startOf({ startOffset }: IToken): number {
  return startOffset | 0;
}

/** Returns the end of the code up to and including a token, without comments and blank lines after the code. */
export function codeEnd(token: IToken): number {
  const isLayout = token.tokenType === Newline || token.tokenType === Indent || token.tokenType === Dedent;
  return isLayout ? (token.endOffset ?? 0) | 0 : startOf(token) + token.image.length;
}

/** Changes the type of a token in place, because there are too many tokens to copy. */
export function retype(token: IToken, type: TokenType): IToken {
  token.tokenType = type;
  token.tokenTypeIdx = type.tokenTypeIdx ?? 0;
  return token;
}

/** Truncates a Newline token, in place, to the line break. `codeEnd` is the end of the code before it. */
export function cutToLineEnd(token: IToken, codeEnd: number): IToken {
  token.endOffset = codeEnd;
  token.image = "\n";
  return token;
}

/** Returns a token without text. `codeEnd` is the end of the code before the token. */
export function emptyToken(type: TokenType, offset: number, codeEnd: number): IToken {
  return {
    image: "",
    startOffset: offset,
    endOffset: codeEnd,
    tokenType: type,
    tokenTypeIdx: type.tokenTypeIdx ?? 0,
  };
}
