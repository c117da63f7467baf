import { tokenMatcher } from "chevrotain";
import * as say from "../diagnostics/catalogue.js";
import type { Finding } from "../diagnostics/diagnostic.js";
import { ItemSource, type Place } from "../source/item-source.js";
import { Source, type SourceFile } from "../source/source.js";
import { finish, type Steps } from "../steps/steps.js";
import type { Item, ItemText, SpecFile } from "./ast.js";
import { resolveConflicts } from "./conflicts.js";
import { cut } from "./cut.js";
import { layOut, type Chunk } from "./layout.js";
import { readPartially, type PartialItems } from "./partial-items.js";
import { sharedParser } from "./shared-parser.js";
import * as t from "./tokens.js";

/**
 * The trees of one file. Items whose text is the same as `before` are not parsed again: they keep their trees, and only
 * their places move.
 */
export function parse(file: SourceFile, before?: SpecFile): SpecFile {
  return finish(parseInSteps(file, before));
}

/** The same in steps, one for each item that is parsed. */
export function* parseInSteps({ path, text }: SourceFile, before?: SpecFile): Steps<SpecFile> {
  const { file, texts, placeOf, findings } = cutFile(path, text);
  const known = new KnownItems(before?.itemTexts ?? [], texts);
  const itemTexts: ItemText[] = [];
  for (const [index, itemText] of texts.entries()) {
    const same = known.take(itemText, index);
    itemTexts.push(same ?? parseItem(new ItemSource(itemText, placeOf(index))));
    if (same === undefined) {
      yield;
    }
  }
  // All at once, because `before` remains in use if the last step is never taken.
  itemTexts.forEach(({ source }, index) => {
    source.moveTo(placeOf(index));
  });
  return {
    path,
    text,
    source: file,
    itemTexts,
    items: itemTexts.flatMap(({ items }) => items),
    fragments: itemTexts.flatMap(({ mixedUp, partialItems }) => (mixedUp ? [] : partialItems)),
    brokenNames: itemTexts.flatMap(({ brokenNames }) => brokenNames),
    broken: itemTexts.some(({ broken }) => broken),
    findings: [...findings, ...itemTexts.flatMap((item) => item.findings)],
  };
}

/** A file without its trees, which take many times the memory of its text. */
export interface CheckedFile {
  readonly itemTexts: readonly Pick<ItemText, "source" | "unreadable">[];
  /** The lexical and syntax errors. */
  readonly findings: readonly Finding[];
}

/** Finds the lexical and syntax errors of a file. */
export function checkSyntax({ path, text }: SourceFile): CheckedFile {
  const { texts, placeOf, findings } = cutFile(path, text);
  const itemTexts = texts.map((itemText, index) => {
    const item = parseItem(new ItemSource(itemText, placeOf(index)));
    findings.push(...item.findings);
    return { source: item.source, unreadable: item.unreadable };
  });
  return { itemTexts, findings };
}

/** A file that is cut into the texts of its items. */
interface CutFile {
  readonly file: Source;
  readonly texts: readonly string[];
  readonly placeOf: (index: number) => Place;
  /** What is wrong with the file as a whole. */
  readonly findings: Finding[];
}

function cutFile(path: string, text: string): CutFile {
  const file = new Source(text);
  const { conflicts, resolved } = resolveConflicts(file.text);
  const starts = cut(resolved);
  const whole = new ItemSource(file.text, { path, file, start: 0 });
  return {
    file,
    texts: starts.map((start, index) => resolved.slice(start, starts[index + 1])),
    placeOf: (index) => ({ path, file, start: starts[index] ?? 0 }),
    findings: conflicts.map(({ start, end }) => say.mergeConflict({ source: whole, start, end })),
  };
}

/** The items of an earlier version of a file, from which each can be taken once. */
class KnownItems {
  readonly #before: readonly ItemText[];
  /** How many items at the beginning are the same in both versions. */
  readonly #sameAtStart: number;
  /** How much later in the new version the items stand that are the same at the end. */
  readonly #shift: number;
  readonly #sameAtEnd: number;
  /** All others, by their text. */
  readonly #others = new Map<string, ItemText[]>();

  constructor(before: readonly ItemText[], texts: readonly string[]) {
    this.#before = before;
    const shorter = Math.min(before.length, texts.length);
    this.#shift = texts.length - before.length;
    let start = 0;
    while (start < shorter && before[start]?.source.text === texts[start]) {
      start++;
    }
    let end = 0;
    while (end < shorter - start && before.at(-1 - end)?.source.text === texts.at(-1 - end)) {
      end++;
    }
    this.#sameAtStart = start;
    this.#sameAtEnd = texts.length - end;
    for (const item of before.slice(start, before.length - end)) {
      const alike = this.#others.get(item.source.text) ?? [];
      alike.push(item);
      this.#others.set(item.source.text, alike);
    }
  }

  /** The item with that text for a place in the new version. */
  take(text: string, index: number): ItemText | undefined {
    if (index < this.#sameAtStart) {
      return this.#before[index];
    }
    return index < this.#sameAtEnd ? this.#others.get(text)?.shift() : this.#before[index - this.#shift];
  }
}

/** The tree of an item. Reports `LEX` and `GRAM` errors; of an item with errors only fragments can be used. */
function parseItem(source: ItemSource): ItemText {
  const findings: Finding[] = [];
  const report = (finding: Finding): void => {
    findings.push(finding);
  };
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
  const partial = readPartially(source);
  const common = { source, items, partialItems: partial.items, broken: true, unreadable };
  // Where a quote is missing, text is read as code and code as text: nothing that is found after it can be trusted.
  const hasWrongQuotes = findings.some(
    ({ code }) => code === say.unterminatedString.code || code === say.tripleQuotes.code,
  );
  return hasWrongQuotes || isLost || chunks.length > 1
    ? { ...common, mixedUp: true, brokenNames: brokenChunks.flatMap(namesIn), findings }
    : { ...common, mixedUp: false, brokenNames: brokenNamesOf(chunks, partial), findings: partial.findings };
}

/** The names that an item declares of which only a part can be read, and those that the rest of it may declare. */
function brokenNamesOf(chunks: readonly Chunk[], { items, text }: PartialItems): string[] {
  const leftOut = chunks.map((chunk) => ({
    ...chunk,
    tokens: chunk.tokens.filter(({ startOffset, image }) => image !== "" && text.charAt(startOffset) === " "),
  }));
  // A definition without a name declares the type of its field, which may be on a line that can be read.
  const mayDeclare = leftOut.some(({ tokens }) => tokens.some((token) => tokenMatcher(token, t.BodyWord)));
  return [...(mayDeclare ? chunks : leftOut).flatMap(namesIn), ...items.flatMap(declaredNames)];
}

function declaredNames(item: Item): string[] {
  const fields = "fields" in item ? item.fields : [];
  const inline = fields.flatMap((field) => (field.inline === undefined ? [] : declaredNames(field.inline)));
  // Of the name of a route the part before the slash is the word.
  return [item.name.text, item.name.text.split("/", 1)[0] ?? "", ...inline];
}

/** All names of a broken item, because any of them may have been meant to be declared. */
function namesIn({ tokens, greedyString }: Chunk): string[] {
  return tokens.flatMap(({ tokenType, image }) => {
    if (tokenType === t.Identifier) {
      return [image];
    }
    const isText = tokenType === t.StringLiteral && greedyString !== undefined;
    return isText ? (image.match(/[A-Za-z_][A-Za-z0-9_-]*/g) ?? []) : [];
  });
}
