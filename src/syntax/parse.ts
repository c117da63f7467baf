import { tokenMatcher } from "chevrotain";
import * as diagnostics from "../text/diagnostics/catalogue.js";
import { maxFindings, type Finding } from "../text/diagnostics/diagnostic.js";
import { limitedReport } from "../text/diagnostics/limited-report.js";
import { ItemSource } from "../text/item-source.js";
import { Source, type SourceFile } from "../text/source.js";
import { finish, type Steps } from "../text/steps.js";
import type { Item, ItemText, SpecFile } from "./ast.js";
import { resolveConflicts } from "./conflicts.js";
import { cutAgain, type CutAgain } from "./cut-again.js";
import { cut, type Cut } from "./cut.js";
import { layOut, type Chunk } from "./layout.js";
import { findToken } from "./lexemes.js";
import { readPartially, type PartialItems } from "./partial-items.js";
import { sharedParser } from "./shared-parser.js";
import * as t from "./tokens.js";

/**
 * Parses a file. Items with the same text in `before` are not parsed again: their trees are reused, and only their
 * positions change.
 */
export function parse(file: SourceFile, before?: SpecFile): SpecFile {
  return finish(parseInSteps(file, before));
}

/** Does the same as {@link parse} in steps, one for each item that is parsed. */
export function* parseInSteps({ path, text }: SourceFile, before?: SpecFile): Steps<SpecFile> {
  const { file, resolved, findings, isClosed, sameAtStart, sameAtEnd, readable, ...cutText } = cutFile(
    path,
    text,
    before,
  );
  const starts = [...cutText.starts];
  const limit = new Limit(readable);
  const known = before?.itemTexts ?? [];
  const replaced = known.slice(sameAtStart, known.length - sameAtEnd);
  const others = new KnownItems(replaced.filter((item) => !isUnread(item)));
  const itemTexts = known.slice(0, sameAtStart);
  for (let index = sameAtStart; index < starts.length - sameAtEnd; index++) {
    const start = starts[index] ?? 0;
    if (limit.isReached(start)) {
      starts.splice(index + 1, starts.length - sameAtEnd - index - 1);
      itemTexts.push(unread(new ItemSource(resolved.slice(start, starts[index + 1]), { path, file, start })));
      break;
    }
    const itemText = resolved.slice(start, starts[index + 1]);
    const same = others.take(itemText);
    // A slice would keep the whole text of this version in memory, even after the next edit.
    const kept = before === undefined ? itemText : copy(itemText);
    itemTexts.push(limit.count(same ?? parseItem(new ItemSource(kept, { path, file, start }))));
    if (same === undefined) {
      yield;
    }
  }
  known.slice(known.length - sameAtEnd).forEach((item) => itemTexts.push(item));
  // This happens in a single step, because `before` stays in use if the last step is never reached.
  replaced.forEach(({ source }) => {
    source.detach();
  });
  itemTexts.forEach(({ source }, index) => {
    source.moveTo(path, file, starts[index] ?? 0);
  });
  return {
    path,
    text,
    source: file,
    // Items that have not been parsed must not be reused.
    isClosed: isClosed && !itemTexts.some(isUnread),
    itemTexts,
    items: itemTexts.flatMap(({ items }) => items),
    fragments: itemTexts.flatMap(({ mixedUp, partialItems }) => (mixedUp ? [] : partialItems)),
    brokenNames: itemTexts.flatMap(({ brokenNames }) => brokenNames),
    broken: itemTexts.some(({ broken }) => broken),
    findings: [...findings, ...itemTexts.flatMap((item) => item.findings)],
  };
}

function copy(text: string): string {
  return ` ${text}`.slice(1);
}

/** The result of checking a file. It has no trees, because these need many times the memory of the text. */
export interface CheckedFile {
  readonly itemTexts: readonly Pick<ItemText, "source" | "unreadable">[];
  /** The lexical and syntax errors. */
  readonly findings: readonly Finding[];
}

/** Finds the lexical and syntax errors of a file. */
export function checkSyntax({ path, text }: SourceFile): CheckedFile {
  const { file, resolved, starts, findings, readable } = cutFile(path, text);
  const limit = new Limit(readable);
  const itemTexts: Pick<ItemText, "source" | "unreadable">[] = [];
  for (const [index, start] of starts.entries()) {
    if (limit.isReached(start)) {
      itemTexts.push({ source: new ItemSource(resolved.slice(start), { path, file, start }), unreadable: true });
      break;
    }
    const item = limit.count(
      parseItem(new ItemSource(resolved.slice(start, starts[index + 1]), { path, file, start })),
    );
    item.findings.forEach((finding) => findings.push(finding));
    itemTexts.push({ source: item.source, unreadable: item.unreadable });
  }
  return { itemTexts, findings };
}

/**
 * The maximum number of definitions and of tokens that are read in a file. A definition takes kilobytes of memory, a
 * token hundreds of bytes. Files written by people are far smaller.
 */
const maxItems = 100_000;
const maxTokens = 1_200_000;

/** Determines where parsing stops because a file is too long or has too many errors. */
class Limit {
  readonly #readable: number;
  #errorsLeft = maxFindings;

  /** `readable` is the start of the first item that is not read because the file is too long. */
  constructor(readable: number) {
    this.#readable = readable;
  }

  /** Whether the item that starts at an offset is not read. */
  isReached(start: number): boolean {
    return this.#errorsLeft <= 0 || start >= this.#readable;
  }

  /** Counts the errors in an item, and returns the item. */
  count(item: ItemText): ItemText {
    this.#errorsLeft -= item.findings.length;
    return item;
  }
}

/** Returns an item for the unread rest of a file. Every word in the rest may be a name that it declares. */
function unread(source: ItemSource): ItemText {
  return {
    source,
    items: [],
    partialItems: [],
    mixedUp: true,
    brokenNames: wordsIn(source.text),
    broken: true,
    unreadable: true,
    findings: [],
  };
}

function isUnread({ broken, findings }: ItemText): boolean {
  return broken && findings.length === 0;
}

/** A file that has been divided into items. */
interface CutFile extends Cut, CutAgain {
  readonly file: Source;
  /** The text of the file without merge conflicts. */
  readonly resolved: string;
  /** The start of the first item that exceeds the limits; Infinity if there is none. */
  readonly readable: number;
  /** The problems that concern the file as a whole. */
  readonly findings: Finding[];
}

function cutFile(path: string, text: string, before?: SpecFile): CutFile {
  const file = new Source(text);
  const { conflicts, resolved } = resolveConflicts(file.text);
  const whole = new ItemSource(file.text, { path, file, start: 0 });
  const findings = conflicts.map(({ start, end }) => diagnostics.mergeConflict({ source: whole, start, end }));
  const items = before?.itemTexts.map(({ source }) => source.text) ?? [];
  const again = before?.isClosed === true ? cutAgain(resolved, items) : undefined;
  const pieces =
    again === undefined ? { ...cut(resolved), sameAtStart: 0, sameAtEnd: 0 } : { ...again, isClosed: true };
  const tooLong = findExcess(resolved, pieces.starts);
  if (tooLong === undefined) {
    return { file, resolved, readable: Infinity, findings, ...pieces };
  }
  const { start: readable, most, what } = tooLong;
  const end = resolved.indexOf("\n", readable);
  const span = { source: whole, start: readable, end: end === -1 ? resolved.length : end };
  findings.push(diagnostics.fileTooLong(span, most, what));
  return { file, resolved, readable, findings, ...pieces, sameAtStart: 0, sameAtEnd: 0 };
}

/**
 * Returns the start of the first item that exceeds the limits of a file, and the limit that it exceeds; undefined if
 * there is none.
 */
function findExcess(
  text: string,
  starts: readonly number[],
): { readonly start: number; readonly most: number; readonly what: string } | undefined {
  const token = text.length > maxTokens ? findToken(text, maxTokens) : undefined;
  const ofToken = starts.findLast((start) => start <= (token ?? -1)) ?? Infinity;
  const ofItem = starts[maxItems] ?? Infinity;
  if (ofItem < ofToken) {
    return { start: ofItem, most: maxItems, what: "definitions" };
  }
  return ofToken === Infinity ? undefined : { start: ofToken, most: maxTokens, what: "words and signs" };
}

/** The items of an earlier version of a file, each of which can be reused once. */
class KnownItems {
  readonly #byText = new Map<string, ItemText[]>();

  constructor(items: readonly ItemText[]) {
    for (const item of items) {
      const alike = this.#byText.get(item.source.text) ?? [];
      alike.push(item);
      this.#byText.set(item.source.text, alike);
    }
  }

  /** Removes and returns the next item with this text; undefined if there is none. */
  take(text: string): ItemText | undefined {
    return this.#byText.get(text)?.shift();
  }
}

/** Parses an item. Reports `LEX` and `GRAM` errors. An item with errors has only partial items. */
function parseItem(source: ItemSource): ItemText {
  const findings: Finding[] = [];
  const report = limitedReport(findings);
  const chunks = layOut(source, report);
  const items: Item[] = [];
  const brokenChunks: Chunk[] = [];
  let unreadable = false;
  let isLost = chunks.some((chunk) => chunk.broken && chunk.greedyString !== undefined);
  for (const chunk of chunks) {
    const isReliable = !chunk.broken && !chunk.misindented && !(isLost && chunk.greedyString !== undefined);
    const item = isReliable ? sharedParser().parse(source, chunk, report) : undefined;
    if (item === undefined) {
      brokenChunks.push(chunk);
      unreadable ||= !isReliable || sharedParser().errors.length > 0;
      isLost ||= chunk.greedyString !== undefined;
    } else {
      items.push(item);
    }
  }
  if (brokenChunks.length === 0) {
    return { source, items, partialItems: [], mixedUp: false, brokenNames: [], broken: false, unreadable, findings };
  }
  const partial = readPartially(source, findings);
  const common = { source, items, partialItems: partial.items, broken: true, unreadable };
  // If a quote is missing, text is read as code and vice versa: nothing after it is reliable.
  const hasWrongQuotes = findings.some(
    ({ code }) => code === diagnostics.unterminatedString.code || code === diagnostics.tripleQuotes.code,
  );
  return hasWrongQuotes || isLost || chunks.length > 1
    ? { ...common, mixedUp: true, brokenNames: brokenChunks.flatMap(namesIn), findings }
    : { ...common, mixedUp: false, brokenNames: brokenNamesOf(chunks, partial), findings: partial.findings };
}

/** Returns the names that a partially readable item declares, and those that its rest may declare. */
function brokenNamesOf(chunks: readonly Chunk[], { items, text }: PartialItems): string[] {
  const leftOut = chunks.map((chunk) => ({
    ...chunk,
    tokens: chunk.tokens.filter(({ startOffset, image }) => image !== "" && text.charAt(startOffset) === " "),
  }));
  // An inline definition declares the type that its field names, which may be on a readable line.
  const mayDeclare = leftOut.some(({ tokens }) => tokens.some((token) => tokenMatcher(token, t.BodyWord)));
  return [...(mayDeclare ? chunks : leftOut).flatMap(namesIn), ...items.flatMap(declaredNames)];
}

function declaredNames(item: Item): string[] {
  const fields = "fields" in item ? item.fields : [];
  const inline = fields.flatMap((field) => (field.inline === undefined ? [] : declaredNames(field.inline)));
  // In tokens, the name of a route ends at the first slash.
  return [item.name.text, item.name.text.split("/", 1)[0] ?? "", ...inline];
}

/** Returns all names of a broken item: any of them may have been intended as a declaration. */
function namesIn({ tokens, greedyString }: Chunk): string[] {
  return tokens.flatMap(({ tokenType, image }) => {
    if (tokenType === t.Identifier) {
      return [image];
    }
    const isText = tokenType === t.UnclosedString || (tokenType === t.StringLiteral && greedyString !== undefined);
    return isText ? wordsIn(image) : [];
  });
}

/** Returns the distinct words of a text. */
function wordsIn(text: string): string[] {
  const words = new Set<string>();
  for (const [word] of text.matchAll(/[A-Za-z_][A-Za-z0-9_-]*/g)) {
    words.add(word);
  }
  return [...words];
}
