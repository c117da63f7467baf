import { createToken, type IToken, type TokenType } from "chevrotain";

// `tokenize.ts` divides texts into tokens, and `layout.ts` adds INDENT and DEDENT.

function tokenType(name: string, categories: TokenType[] = []): TokenType {
  return createToken({ name, categories });
}
export const Newline: TokenType = tokenType("Newline");
export const Indent: TokenType = tokenType("Indent");
export const Dedent: TokenType = tokenType("Dedent");

/** Tokens that can be intended as a name anywhere but at the start of a line of a body. */
export const AnyName: TokenType = tokenType("AnyName");
/** Tokens that can be intended as a name at the start of a line of a body, where some keywords start other parts. */
export const MemberName: TokenType = tokenType("MemberName");
/** Keywords that cannot start anything inside the body of a type. There, they must be intended as names. */
export const ReservedWord: TokenType = tokenType("ReservedWord", [AnyName, MemberName]);
/** Keywords that start a part of a body. */
export const BodyWord: TokenType = tokenType("BodyWord", [AnyName]);
export const Literal: TokenType = tokenType("Literal");

export const BooleanWord: TokenType = tokenType("Boolean", [ReservedWord, Literal]);
export const NullWord: TokenType = tokenType("Null", [ReservedWord, Literal]);
export const Identifier: TokenType = tokenType("Identifier", [AnyName, MemberName]);
export const Path: TokenType = tokenType("Path");
export const FloatNumber: TokenType = tokenType("Float", [Literal]);
export const Integer: TokenType = tokenType("Integer", [Literal]);
export const StringLiteral: TokenType = tokenType("String", [Literal]);
/**
 * A quote that is never closed, and the rest of the text, which is not divided into tokens because it may be code or
 * not.
 */
export const UnclosedString: TokenType = tokenType("UnclosedString");
/** A run of characters that do not start a token. The parser does not get it. */
export const Illegal: TokenType = tokenType("Illegal");

export const LeftParen: TokenType = tokenType("LeftParen");
export const RightParen: TokenType = tokenType("RightParen");
export const LeftBracket: TokenType = tokenType("LeftBracket");
export const RightBracket: TokenType = tokenType("RightBracket");
export const LeftBrace: TokenType = tokenType("LeftBrace");
export const RightBrace: TokenType = tokenType("RightBrace");
export const Comma: TokenType = tokenType("Comma");
export const Dot: TokenType = tokenType("Dot");
export const Colon: TokenType = tokenType("Colon");
export const Equals: TokenType = tokenType("Equals");
export const Question: TokenType = tokenType("Question");
export const At: TokenType = tokenType("At");

/** The types of punctuation by their characters. */
export const punctuation: ReadonlyMap<string, TokenType> = new Map([
  ["(", LeftParen],
  [")", RightParen],
  ["[", LeftBracket],
  ["]", RightBracket],
  ["{", LeftBrace],
  ["}", RightBrace],
  [",", Comma],
  [".", Dot],
  [":", Colon],
  ["=", Equals],
  ["?", Question],
  ["@", At],
]);

function keyword(word: string, kind: TokenType): TokenType {
  // The names are quoted because the bare words are names of grammar rules.
  return tokenType(`'${word}'`, [kind]);
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

/** The types of keywords and literals by their spelling. */
export const words: ReadonlyMap<string, TokenType> = new Map([
  ...keywords,
  ["true", BooleanWord],
  ["false", BooleanWord],
  ["null", NullWord],
]);

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

/** All token types, for the parser. */
export const vocabulary: TokenType[] = [
  AnyName,
  MemberName,
  ReservedWord,
  BodyWord,
  Literal,
  Indent,
  Dedent,
  Newline,
  BooleanWord,
  NullWord,
  Identifier,
  Path,
  FloatNumber,
  Integer,
  StringLiteral,
  UnclosedString,
  ...punctuation.values(),
  ...keywordTypes,
];

/** Returns a token. Its `endOffset` is exclusive, unlike that of Chevrotain's own tokens. */
export function tokenOf(tokenType: TokenType, image: string, startOffset: number, endOffset: number): IToken {
  return { image, startOffset, endOffset, tokenType, tokenTypeIdx: tokenType.tokenTypeIdx ?? 0 };
}

/** Returns the start offset of a token; 0 for Chevrotain's token at the end of the text, whose offsets are NaN. */
export function startOf({ startOffset }: IToken): number {
  return startOffset | 0;
}

/**
 * Returns the end of a token, exclusive. In the tokens for the parser, line breaks, INDENT and DEDENT end where the code before
 * them ends, without comments and blank lines.
 */
export function endOf({ endOffset = 0 }: IToken): number {
  return endOffset | 0;
}

/** Changes the type of a token in place, because there are too many tokens to copy. */
export function retype(token: IToken, type: TokenType): void {
  token.tokenType = type;
  token.tokenTypeIdx = type.tokenTypeIdx ?? 0;
}

/** Truncates a Newline token, in place, to the line break. `codeEnd` is the end of the code before it. */
export function cutToLineEnd(token: IToken, codeEnd: number): IToken {
  token.endOffset = codeEnd;
  token.image = "\n";
  return token;
}
