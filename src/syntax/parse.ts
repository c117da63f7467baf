import { tokenMatcher } from "chevrotain";
import * as say from "../diagnostics/catalogue.js";
import type { Finding } from "../diagnostics/diagnostic.js";
import { limitedReport, mostFindings } from "../diagnostics/limited-report.js";
import { ItemSource } from "../source/item-source.js";
import { Source, type SourceFile } from "../source/source.js";
import { finish, type Steps } from "../steps/steps.js";
import type { Item, ItemText, SpecFile } from "./ast.js";
import { resolveConflicts } from "./conflicts.js";
import { cutAgain, type CutAgain } from "./cut-again.js";
import { cut, type Cut } from "./cut.js";
import { layOut, type Chunk } from "./layout.js";
import { readPartially, type PartialItems } from "./partial-items.js";
import { sharedParser } from "./shared-parser.js";
import * as t from "./tokens.js";

/**
 * The trees of one file. Items whose text is the same in `before` are not parsed again: they keep their trees, and only
 * their positions change.
 */
export function parse(file: SourceFile, before?: SpecFile): SpecFile {
  return finish(parseInSteps(file, before));
}

/** The same in steps, one for each item that is parsed. */
export function* parseInSteps({ path, text }: SourceFile, before?: SpecFile): Steps<SpecFile> {
  const { file, resolved, findings, isClosed, sameAtStart, sameAtEnd, ...cutText } = cutFile(path, text, before);
  const starts = [...cutText.starts];
  const limit = new ErrorLimit();
  const known = before?.itemTexts ?? [];
  const replaced = known.slice(sameAtStart, known.length - sameAtEnd);
  const others = new KnownItems(replaced);
  const itemTexts = known.slice(0, sameAtStart);
  for (let index = sameAtStart; index < starts.length - sameAtEnd; index++) {
    const start = starts[index] ?? 0;
    if (limit.isReached) {
      starts.splice(index + 1, starts.length - sameAtEnd - index - 1);
      itemTexts.push(unread(new ItemSource(resolved.slice(start, starts[index + 1]), { path, file, start })));
      break;
    }
    const itemText = resolved.slice(start, starts[index + 1]);
    const same = others.take(itemText);
    // A slice keeps the whole text in memory; the earlier version is not needed for anything else.
    const kept = before === undefined ? itemText : copy(itemText);
    itemTexts.push(limit.count(same ?? parseItem(new ItemSource(kept, { path, file, start }))));
    if (same === undefined) {
      yield;
    }
  }
  known.slice(known.length - sameAtEnd).forEach((item) => itemTexts.push(item));
  // All at once, because `before` stays in use if the last step is never reached.
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
    isClosed: isClosed && !limit.isReached,
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

/** A file without its trees, which need many times the memory of its text. */
export interface CheckedFile {
  readonly itemTexts: readonly Pick<ItemText, "source" | "unreadable">[];
  /** The lexical and syntax errors. */
  readonly findings: readonly Finding[];
}

/** Finds the lexical and syntax errors of a file. */
export function checkSyntax({ path, text }: SourceFile): CheckedFile {
  const { file, resolved, starts, findings } = cutFile(path, text);
  const limit = new ErrorLimit();
  const itemTexts: Pick<ItemText, "source" | "unreadable">[] = [];
  for (const [index, start] of starts.entries()) {
    if (limit.isReached) {
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

/** Counts the errors of a file; after too many of them the rest is not parsed. */
class ErrorLimit {
  #left = mostFindings;

  get isReached(): boolean {
    return this.#left <= 0;
  }

  /** The item, whose errors have been counted. */
  count(item: ItemText): ItemText {
    this.#left -= item.findings.length;
    return item;
  }
}

/** The rest of a file after too many errors. Any word in it may be a name that it declares. */
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

/** A file that is cut into its items. */
interface CutFile extends Cut, CutAgain {
  readonly file: Source;
  /** Its text without merge conflicts. */
  readonly resolved: string;
  /** What is wrong with the file as a whole. */
  readonly findings: Finding[];
}

function cutFile(path: string, text: string, before?: SpecFile): CutFile {
  const file = new Source(text);
  const { conflicts, resolved } = resolveConflicts(file.text);
  const whole = new ItemSource(file.text, { path, file, start: 0 });
  const items = before?.itemTexts.map(({ source }) => source.text) ?? [];
  const again = before?.isClosed === true ? cutAgain(resolved, items) : undefined;
  return {
    file,
    resolved,
    findings: conflicts.map(({ start, end }) => say.mergeConflict({ source: whole, start, end })),
    ...(again === undefined ? { ...cut(resolved), sameAtStart: 0, sameAtEnd: 0 } : { ...again, isClosed: true }),
  };
}

/** Items of an earlier version of a file, each of which can be reused once. */
class KnownItems {
  readonly #byText = new Map<string, ItemText[]>();

  constructor(items: readonly ItemText[]) {
    for (const item of items) {
      const alike = this.#byText.get(item.source.text) ?? [];
      alike.push(item);
      this.#byText.set(item.source.text, alike);
    }
  }

  /** The next item with that text. */
  take(text: string): ItemText | undefined {
    return this.#byText.get(text)?.shift();
  }
}

/** The tree of an item. Reports `LEX` and `GRAM` errors; an item with errors is only available as fragments. */
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
  // If a quote is missing, text is read as code and code as text: nothing after it is reliable.
  const hasWrongQuotes = findings.some(
    ({ code }) => code === say.unterminatedString.code || code === say.tripleQuotes.code,
  );
  return hasWrongQuotes || isLost || chunks.length > 1
    ? { ...common, mixedUp: true, brokenNames: brokenChunks.flatMap(namesIn), findings }
    : { ...common, mixedUp: false, brokenNames: brokenNamesOf(chunks, partial), findings: partial.findings };
}

/** The names that a partially readable item declares, and those that its rest may declare. */
function brokenNamesOf(chunks: readonly Chunk[], { items, text }: PartialItems): string[] {
  const leftOut = chunks.map((chunk) => ({
    ...chunk,
    tokens: chunk.tokens.filter(({ startOffset, image }) => image !== "" && text.charAt(startOffset) === " "),
  }));
  // A definition without a name declares the type of its field, which may be on a readable line.
  const mayDeclare = leftOut.some(({ tokens }) => tokens.some((token) => tokenMatcher(token, t.BodyWord)));
  return [...(mayDeclare ? chunks : leftOut).flatMap(namesIn), ...items.flatMap(declaredNames)];
}

function declaredNames(item: Item): string[] {
  const fields = "fields" in item ? item.fields : [];
  const inline = fields.flatMap((field) => (field.inline === undefined ? [] : declaredNames(field.inline)));
  // The name of a route up to the slash is the word.
  return [item.name.text, item.name.text.split("/", 1)[0] ?? "", ...inline];
}

/** All names of a broken item, because any of them may have been intended as a declaration. */
function namesIn({ tokens, greedyString }: Chunk): string[] {
  return tokens.flatMap(({ tokenType, image }) => {
    if (tokenType === t.Identifier) {
      return [image];
    }
    const isText = tokenType === t.UnclosedString || (tokenType === t.StringLiteral && greedyString !== undefined);
    return isText ? wordsIn(image) : [];
  });
}

/** Each word of a text once. */
function wordsIn(text: string): string[] {
  const words = new Set<string>();
  for (const [word] of text.matchAll(/[A-Za-z_][A-Za-z0-9_-]*/g)) {
    words.add(word);
  }
  return [...words];
}
