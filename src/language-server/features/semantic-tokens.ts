import type { ItemSource } from "../../text/item-source.js";
import { keywords } from "../../syntax/tokens.js";
import type * as ast from "../../syntax/ast.js";
import { isDeprecatedField } from "./deprecation.js";
import { beginsLine } from "./edits.js";
import { readItems, type Names } from "../symbols/names.js";
import { visitItem } from "../symbols/occurrences.js";
import type { Occurrence } from "../symbols/occurrence.js";
import type { Snapshot } from "./project.js";
import { scan, type Piece } from "./line-context.js";
import type { Target } from "../symbols/target.js";

export const tokenTypes = [
  "namespace",
  "struct",
  "enum",
  "enumMember",
  "property",
  "type",
  "function",
  "decorator",
  "variable",
  "parameter",
  "keyword",
  "string",
  "number",
  "comment",
] as const;

export const tokenModifiers = ["declaration", "deprecated", "documentation", "readonly", "defaultLibrary"] as const;

type TokenType = (typeof tokenTypes)[number];
type TokenModifier = (typeof tokenModifiers)[number];

/** A token on one line. Offsets are relative to the file. */
export interface SemanticToken {
  readonly start: number;
  readonly end: number;
  readonly type: TokenType;
  readonly modifiers: readonly TokenModifier[];
}

/**
 * Returns the tokens of a file that overlap a range, by default all. They are in order and do not overlap each other
 * (LSP-27).
 */
export function findTokens(snapshot: Snapshot, path: string, from = 0, to = Infinity): SemanticToken[] {
  const file = snapshot.files.get(path);
  const { names } = snapshot;
  const namespaces = new Map<ItemSource, string>();
  for (const { namespace, items } of names.sectionsOf(path)) {
    items.forEach(({ extent }) => namespaces.set(extent.source, namespace));
  }
  const semanticTokens: SemanticToken[] = [];
  for (const text of file?.itemTexts ?? []) {
    const base = text.source.offsetInFile(0);
    if (base < to && base + text.source.text.length > from) {
      // Where tokens overlap, only the first one is used.
      let last = 0;
      for (const { start, end, type, modifiers } of tokensOfItem(text, namespaces.get(text.source) ?? "", names)) {
        if (start >= last && end > start) {
          last = end;
          if (base + start < to && base + end > from) {
            semanticTokens.push({ start: base + start, end: base + end, type, modifiers });
          }
        }
      }
    }
  }
  return semanticTokens;
}

/** Returns the tokens of an item. Offsets are relative to the item. Tokens may overlap. */
function tokensOfItem(text: ast.ItemText, namespace: string, names: Names): SemanticToken[] {
  const { source } = text;
  const namesAt = new Map<number, SemanticToken>();
  const inStrings: SemanticToken[] = [];
  const add = (occurrence: Occurrence): void => {
    const { start, end } = occurrence.span;
    const isTaken = namesAt.has(start) && occurrence.role !== "declaration";
    // A reference in documentation can span lines, but a token cannot.
    if (isTaken || occurrence.text.includes("\n")) {
      return;
    }
    const target = occurrence.resolve();
    const type = target && typeOf(target);
    if (target !== undefined && type !== undefined) {
      const token = { start, end, type, modifiers: modifiersOf(target, occurrence, names) };
      namesAt.set(start, token);
      if (occurrence.role === "documentation") {
        inStrings.push(token);
      }
    }
  };
  const items = readItems(text);
  for (const item of items) {
    visitItem(item, { namespace, names, visit: add });
  }
  const tokens: SemanticToken[] = [];
  for (const piece of scan(source.text)) {
    const name = namesAt.get(piece.start);
    if (piece.kind === "string") {
      for (const token of tokensOfString(piece, source.text, inStrings)) {
        tokens.push(token);
      }
    } else if (name !== undefined) {
      tokens.push(name);
    } else {
      const type = typeOfPiece(piece);
      if (type !== undefined) {
        tokens.push({ start: piece.start, end: piece.end, type, modifiers: none });
      }
    }
  }
  return tokens;
}

const none: readonly TokenModifier[] = [];

/** Returns the type of a token that is neither a string nor a name; undefined for text that editors do not color. */
function typeOfPiece({ kind, text }: Piece): TokenType | undefined {
  switch (kind) {
    case "comment":
    case "number":
      return kind;
    case "word":
      return keywords.has(text) || text === "true" || text === "false" || text === "null" ? "keyword" : undefined;
    default:
      return undefined;
  }
}

/** Returns the tokens of a string, line by line, and those of names in references. */
function tokensOfString(piece: Piece, text: string, names: readonly SemanticToken[]): SemanticToken[] {
  const inner = names.filter(({ start }) => start > piece.start && start < piece.end).sort((a, b) => a.start - b.start);
  const isDocumentation = beginsLine(text, piece.start);
  const modifiers: TokenModifier[] = isDocumentation ? ["documentation"] : [];
  const tokens: SemanticToken[] = [];
  let at = piece.start;
  const addText = (end: number): void => {
    for (const { 0: line, index } of text.slice(at, end).matchAll(/[^\n]+/g)) {
      const start = at + index + (line.length - line.trimStart().length);
      const lineEnd = at + index + line.length;
      if (lineEnd > start) {
        tokens.push({ start, end: lineEnd, type: "string", modifiers });
      }
    }
  };
  for (const name of inner) {
    addText(name.start);
    tokens.push({ ...name, modifiers: [...name.modifiers, "documentation"] });
    at = name.end;
  }
  addText(piece.end);
  return tokens;
}

function typeOf(target: Target): TokenType | undefined {
  switch (target.kind) {
    case "namespace":
      return "namespace";
    case "definition":
      switch (target.node.kind) {
        case "struct":
          return "struct";
        case "union":
          return "enum";
        case "alias":
          return "type";
        default:
          return "decorator";
      }
    case "route":
      return "function";
    case "field":
      return target.owner.node.kind === "struct" ? "property" : "enumMember";
    case "subtype":
    case "catch-all":
      return "enumMember";
    case "label":
      return "variable";
    case "parameter":
    case "builtin parameter":
      return "parameter";
    case "builtin type":
      return "type";
    case "builtin annotation":
      return "decorator";
  }
}

function modifiersOf(target: Target, { role }: Occurrence, names: Names): TokenModifier[] {
  const modifiers: TokenModifier[] = role === "declaration" ? ["declaration"] : [];
  const isDeprecated =
    (target.kind === "route" && target.node.deprecated !== undefined) ||
    (target.kind === "field" && isDeprecatedField(target.node, target.owner.namespace, names));
  if (isDeprecated) {
    modifiers.push("deprecated");
  }
  if (target.kind === "definition" && target.node.kind === "union" && target.node.closed) {
    modifiers.push("readonly");
  }
  if (target.kind.startsWith("builtin")) {
    modifiers.push("defaultLibrary");
  }
  return modifiers;
}
