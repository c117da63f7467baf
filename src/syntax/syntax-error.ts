import { tokenMatcher, type IRecognitionException, type IToken, type TokenType } from "chevrotain";
import * as diagnostics from "../text/diagnostics/catalogue.js";
import { withRelated, type Finding } from "../text/diagnostics/diagnostic.js";
import { nearestName } from "../text/diagnostics/nearest-name.js";
import type { ItemSource } from "../text/item-source.js";
import type { Span } from "../text/span.js";
import type { Chunk } from "./layout.js";
import * as t from "./tokens.js";

/** Returns the finding for a token at which no grammar rule can continue. */
export function explainSyntaxError(error: IRecognitionException, chunk: Chunk, source: ItemSource): Finding {
  const found = error.token;
  const index = found === chunk.tokens[0] ? 0 : chunk.tokens.indexOf(found);
  if (index === 0) {
    return explainFirst(found, source);
  }
  const earlier = index === -1 ? chunk.tokens : chunk.tokens.slice(0, index);
  const [before = found, secondBefore] = earlier
    .slice(-20)
    .toReversed()
    .filter((token) => !isLayout(token));
  const place: Place = {
    source,
    found,
    before,
    secondBefore,
    span: tokenSpan(found, source),
    beforeSpan: tokenSpan(before, source),
    beginsLine: isLayout(earlier.at(-1) ?? found),
    opensBlock: opensBlock(chunk.tokens.slice(index)),
    rules: error.context.ruleStack,
  };
  const finding = isLayout(found) ? explainLayout(place) : (explainMistake(place) ?? explainToken(place));
  return withUnclosedString(finding, place, chunk.greedyString);
}

/** The position at which the parser stopped. */
interface Place {
  readonly source: ItemSource;
  readonly found: IToken;
  /** The last token before the position that has text, and the one before that. */
  readonly before: IToken;
  readonly secondBefore: IToken | undefined;
  readonly span: Span;
  readonly beforeSpan: Span;
  readonly beginsLine: boolean;
  /** Whether more indented lines follow the line. */
  readonly opensBlock: boolean;
  /** The grammar rules that were active, the outermost first. */
  readonly rules: readonly string[];
}

function explainFirst(found: IToken, source: ItemSource): Finding {
  const span = tokenSpan(found, source);
  if (is(found, t.Indent)) {
    return diagnostics.unexpectedIndentation(span);
  }
  if (is(found, t.At)) {
    return diagnostics.annotationNotHere(span);
  }
  if (is(found, t.Path)) {
    return diagnostics.commentSign(span, found.image);
  }
  const nearest = synonyms.get(found.image.toLowerCase()) ?? nearestName(found.image, t.definitionWords);
  return diagnostics.unknownDefinition(span, tokenText(found), nearest);
}

/** Words from other languages and their equivalents in Stone. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ["class", "struct"],
  ["const", "annotation"],
  ["enum", "union"],
  ["extend", "patch"],
  ["from", "import"],
  ["include", "import"],
  ["interface", "struct"],
  ["message", "struct"],
  ["method", "route"],
  ["module", "namespace"],
  ["oneof", "union"],
  ["package", "namespace"],
  ["record", "struct"],
  ["rpc", "route"],
  ["type", "alias"],
  ["typedef", "alias"],
  ["use", "import"],
  ["using", "import"],
]);

/** Explains a line break or a change of the indentation where none is allowed. */
function explainLayout({ source, found, before, beforeSpan, rules, span }: Place): Finding {
  if (is(found, t.Indent)) {
    return diagnostics.unexpectedIndentation(nextToIndent(span, beforeSpan));
  }
  if (is(found, t.Newline)) {
    const isInList = rules.includes("list") || is(before, t.LeftBracket);
    return diagnostics.incompleteLine(beforeSpan, tokenText(before), isInList ? listForm : describeForm(rules));
  }
  if (rules.at(-1) === "example" && is(before, t.StringLiteral)) {
    return diagnostics.exampleWithoutFields(beforeSpan);
  }
  return diagnostics.missingBody(beforeSpan, source.line(source.position(beforeSpan.start).line).trim());
}

/** Returns the span of the indentation, or the end of the code before it if there are lines in between (LEX-27). */
function nextToIndent(indent: Span, before: Span): Span {
  const line = (offset: number): number => indent.source.position(offset).line;
  return line(indent.start) === line(before.end - 1) + 1 ? indent : before;
}

/** Returns a finding with a specific message for a common mistake; undefined for all others. */
function explainMistake(place: Place): Finding | undefined {
  const { found, before, secondBefore, span, beforeSpan, beginsLine, rules } = place;
  const rule = rules.at(-1) ?? "";
  if (is(found, t.Path) && /^\/[/*]?/.test(found.image) && !is(before, t.Path)) {
    return is(before, t.Equals) ? undefined : diagnostics.commentSign(span, found.image);
  }
  if (is(found, t.At)) {
    return diagnostics.annotationNotHere(span);
  }
  if (is(found, t.Colon)) {
    return diagnostics.unexpectedColon(span, describeForm(rules));
  }
  if (is(found, t.StringLiteral) && before.image === '""' && t.startOf(before) + 2 === t.startOf(found)) {
    return diagnostics.tripleQuotes({ ...beforeSpan, end: beforeSpan.start + 3 });
  }
  if (is(found, t.StringLiteral) && !beginsLine && endsLine(place) && !is(before, t.Equals)) {
    return diagnostics.documentationOnSameLine(span);
  }
  if (is(found, t.Question)) {
    return is(before, t.Question) ? diagnostics.nullableTwiceWritten(span) : diagnostics.misplacedQuestionMark(span);
  }
  if (is(found, t.Dot)) {
    return explainDot(place);
  }
  if (is(found, t.LeftBracket) && is(before, t.Identifier)) {
    return diagnostics.squareBrackets(span);
  }
  if ((is(found, t.LeftBracket) || is(found, t.LeftBrace)) && is(before, t.Equals)) {
    return diagnostics.listNotHere(span);
  }
  if (is(found, t.LeftBrace) || (is(found, t.RightBrace) && beginsLine)) {
    return diagnostics.braces(span);
  }
  if (is(before, t.Comma) && [t.RightParen, t.RightBracket, t.RightBrace].some((type) => is(found, type))) {
    return diagnostics.trailingComma(beforeSpan);
  }
  if (["args", "list", "map", "pairs"].includes(rule) && isValue(found) && (isValue(before) || isClosing(before))) {
    return diagnostics.missingComma(span, tokenText(found));
  }
  if (is(found, t.Comma) && endsLine(place)) {
    return diagnostics.unexpectedComma(span);
  }
  if (is(found, t.LeftParen) && rules.includes("annotationRef")) {
    return diagnostics.annotationArgumentsHere(span);
  }
  if (rules.includes("field") && is(found, t.Identifier) && !beginsLine) {
    // `optional name Type`, unless `optional` is the name of a field.
    const first = /^[A-Z]/.test(found.image) ? secondBefore : undefined;
    const modifier = [before, first, found].find((token) => token !== undefined && modifiers.has(token.image));
    if (modifier !== undefined) {
      const start = t.startOf(modifier);
      return diagnostics.fieldModifier({ ...span, start, end: start + modifier.image.length }, modifier.image);
    }
  }
  return explainReservedWord(place);
}

/** Returns a finding if a reserved word is used as a name or a value; undefined otherwise. */
function explainReservedWord({
  found,
  before,
  span,
  beforeSpan,
  beginsLine,
  opensBlock,
  rules,
}: Place): Finding | undefined {
  const isReserved = is(found, t.ReservedWord) || is(found, t.BodyWord);
  const isValue = !beginsLine && (is(before, t.Equals) || is(before, t.At));
  const isName = beginsLine && !opensBlock && is(found, t.BodyWord);
  if (isReserved && (isValue || isName)) {
    return diagnostics.reservedWord(span, found.image);
  }
  // `union String` as a field, or `union` as a tag, is read as the start of a list of subtypes.
  const isUnion = rules.at(-1) === "subtypes" && (is(before, t.Union) || is(before, t.UnionClosed));
  return isUnion && !opensBlock && (!beginsLine || rules.includes("union"))
    ? diagnostics.reservedWord(beforeSpan, before.image)
    : undefined;
}

/** Whether the line of the first of some tokens is followed by more indented lines. */
function opensBlock(tokens: readonly IToken[]): boolean {
  const end = tokens.findIndex((token) => is(token, t.Newline));
  const next = tokens[end + 1];
  return end !== -1 && next !== undefined && is(next, t.Indent);
}

const modifiers: ReadonlySet<string> = new Set(["nullable", "optional", "readonly", "repeated", "required"]);

function explainDot({ before, secondBefore, span, rules }: Place): Finding | undefined {
  const rule = rules.at(-1) ?? "";
  const isName = is(before, t.Identifier) || (rule === "route" && is(before, t.Path));
  if (!isName || secondBefore === undefined) {
    return undefined;
  }
  if (rule === "namespaceHeader" || rule === "importLine") {
    return diagnostics.dottedNamespace(span);
  }
  if (is(secondBefore, t.Dot)) {
    return diagnostics.tooManyQualifiers(span);
  }
  const isValue = is(secondBefore, t.Equals) || rule === "example";
  const isSuccessor = rule === "route" && is(secondBefore, t.By);
  return diagnostics.qualifiedWord(
    span,
    isValue ? "value" : isSuccessor ? "successor" : (qualifiedPlaces[rule] ?? "member"),
  );
}

/** Grammar rule to what it names, for rules that do not name a member. */
const qualifiedPlaces: Readonly<Record<string, "definition" | "patch" | "route">> = {
  ...{ struct: "definition", union: "definition", alias: "definition" },
  ...{ annotation: "definition", annotationType: "definition", patch: "patch", route: "route" },
};

/** The grammar rules of lines that may be documentation. */
const describedRules: ReadonlySet<string> = new Set(["namespaceHeader", "below", "routeBody", "example"]);

function explainToken({ found, before, span, beginsLine, rules }: Place): Finding {
  const help = beginsLine ? describeParts(rules) : describeForm(rules);
  const rule = rules.at(-1) ?? "";
  const mayBeText = beginsLine ? describedRules.has(rule) : rule === "field" && is(before, t.Identifier);
  const more =
    mayBeText && is(found, t.Identifier) ? `${help ?? ""} If this is documentation, put it in quotes.` : help;
  return beginsLine
    ? diagnostics.unexpectedLine(span, tokenText(found), more)
    : diagnostics.unexpectedToken(span, tokenText(found), tokenText(before), more);
}

/** Adds a note about a multi-line string above the error: if it lacks its closing quote, its text is read as code. */
function withUnclosedString(finding: Finding, { before, beforeSpan }: Place, greedyString: Span | undefined): Finding {
  const isSuspicious = is(before, t.StringLiteral) && before.image.includes("\n");
  const suspicious = greedyString ?? (isSuspicious ? { ...beforeSpan, end: beforeSpan.start + 1 } : undefined);
  return suspicious === undefined
    ? finding
    : withRelated(finding, suspicious, "a multi-line string starts here: is it closed in the right place?");
}

const listForm = "Write a list on a single line: `[1, 2]`.";

/** Grammar rule to the form of the line that the rule reads. */
const forms: Readonly<Record<string, string>> = {
  namespaceHeader: "Write `namespace name`.",
  importLine: "Write `import name`, with the name of a namespace.",
  alias: "Write `alias Name = Type`.",
  struct: "Write `struct Name` or `struct Name extends Parent`, with nothing after it.",
  union: "Write `union Name` or `union Name extends Parent`, with nothing after it.",
  patch: "Write `patch struct Name`, `patch union Name` or `patch union_closed Name`.",
  annotation: "Write `annotation Name = Type(arguments)`.",
  annotationType: "Write `annotation_type Name`.",
  route: "Write `route name(Arg, Result, Error)`, with Void for none; `route name:2(…)` is version 2.",
  deprecation: "Write `deprecated` or `deprecated by other_route` after the types.",
  routeBody: "Write `attrs` on a line of its own, and the attributes below it, indented by four more spaces.",
  attribute: "Write `name = value`.",
  field: "Write `name Type` or `name Type = default`, and documentation in quotes on an indented line below.",
  subtypes: "Write `tag Type`.",
  inline: "Write `struct`, `union` or `union_closed` without a name. The definition takes the name of the type above.",
  annotationRef: "Write `@Name`, with the name of an annotation.",
  example: "Write `example label`.",
  exampleEntry: "Write `field = value`.",
};

function describeForm(rules: readonly string[]): string | undefined {
  const rule = rules.findLast((name) => name in forms);
  return rule === undefined ? undefined : forms[rule];
}

/** Grammar rule to a description of the lines that the rule reads. */
const parts: Readonly<Record<string, string>> = {
  namespaceHeader: "Only documentation in quotes is allowed below a namespace.",
  body: "Documentation in quotes, fields and examples are allowed here.",
  subtypes: "Tags with their types are allowed here.",
  below: "Annotations, documentation in quotes, and a definition without a name are allowed here, in this order.",
  routeBody: "Documentation in quotes and `attrs` are allowed here, in this order.",
  attribute: "Attributes are allowed here: `name = value`.",
  example: "Documentation in quotes and entries `field = value` are allowed here.",
};

function describeParts(rules: readonly string[]): string | undefined {
  const rule = rules.findLast((name) => name in parts);
  return rule === undefined ? undefined : parts[rule];
}

/** Whether a line is complete and should end here. */
function endsLine({ rules, before }: Place): boolean {
  const rule = rules.at(-1) ?? "";
  const hasName = rule !== "inline" && rule !== "subtypes";
  return (rule in forms || rule === "wordOrLiteral") && !(hasName && namedBy.has(before.image));
}

/** The words that must be followed by a name, except in nested definitions. */
const namedBy: ReadonlySet<string> = new Set([...t.definitionWords, "example"]);

function isValue(token: IToken): boolean {
  return [t.Identifier, t.StringLiteral, t.Integer, t.FloatNumber, t.BooleanWord, t.NullWord].some((type) =>
    is(token, type),
  );
}

function isClosing(token: IToken): boolean {
  return [t.RightParen, t.RightBracket, t.RightBrace].some((type) => is(token, type));
}

function isLayout(token: IToken): boolean {
  return token.image.trim() === "";
}

function is(token: IToken, type: TokenType): boolean {
  return tokenMatcher(token, type);
}

function tokenText(token: IToken): string {
  const [line = "", ...others] = token.image.split("\n");
  return line.length > 40 || others.length > 0 ? `${line.slice(0, 40)}…` : line;
}

function tokenSpan(token: IToken, source: ItemSource): Span {
  const end = Math.min(t.startOf(token) + Math.max(token.image.length, 1), source.text.length);
  return { source, start: Math.min(t.startOf(token), end), end };
}
