import { rules } from "../../../lint/rules.js";
import { readItems, type DeclaredType } from "../../symbols/names.js";
import { isClosed, readLineContext, type LineContext, type Piece } from "../line-context.js";
import { itemTextAt, namespaceOf, toFileRange } from "../places.js";
import type { Snapshot } from "../project.js";
import { rankOf } from "../symbols.js";
import { completeAnnotations } from "./arguments.js";
import { completeInAttributes, completeInAttributeString } from "./attributes.js";
import { completeInBody, enclosingType, placeKind } from "./bodies.js";
import type { Completion, CompletionList, CompletionPlace } from "./completion.js";
import { completeInDocumentation } from "./documentation.js";
import { completeAtMargin } from "./margin.js";
import { completeInExample } from "./values.js";

/** Returns the completions at an offset of a file, all of which are valid there (LSP-30, LSP-31). */
export function complete(snapshot: Snapshot, path: string, offset: number): CompletionList | undefined {
  const { files, names } = snapshot;
  const file = files.get(path);
  const text = file && itemTextAt(file, offset);
  if (file === undefined || text === undefined) {
    return undefined;
  }
  const { source } = text;
  const at = offset - source.offsetInFile(0);
  const line = readLineContext(source.text, at);
  const items = readItems(text);
  const item = items.findLast(({ extent }) => extent.start <= at) ?? items[0];
  const namespace = namespaceOf(path, text, names);
  const place: CompletionPlace = { snapshot, names, path, namespace, line, item };
  if (line.inside?.kind === "string" && placeKind(line) === "attributes" && line.before.length > 0) {
    // Everything between the quotes is one word.
    const start = line.inside.start + 1;
    const end = isClosed(line.inside.text) ? line.inside.end - 1 : at;
    const items = completeInAttributeString(place);
    return { range: toFileRange({ source, start, end }), word: source.text.slice(start, at), items };
  }
  const completions = completeAt(place, at);
  return {
    range: toFileRange({ source, start: line.wordStart, end: line.wordEnd }),
    word: line.word,
    items: completions,
  };
}

function completeAt(place: CompletionPlace, at: number): Completion[] {
  const { line } = place;
  const owner = enclosingType(place);
  if (line.inside?.kind === "comment") {
    return completeInComment(line.inside, at);
  }
  if (line.inside !== undefined) {
    return isDocumentation(line) ? completeInDocumentation(place, line.inside, owner, at) : [];
  }
  if (line.before[0]?.text === "@") {
    return line.before.length === 1 || line.before.at(-1)?.text === "." ? completeAnnotations(place) : [];
  }
  return completeInPlace(place, owner);
}

function completeInPlace(place: CompletionPlace, owner: DeclaredType | undefined): Completion[] {
  switch (placeKind(place.line)) {
    case "margin":
      return completeAtMargin(place);
    case "example":
      return owner === undefined ? [] : completeInExample(place, owner);
    case "attributes":
      return completeInAttributes(place);
    case "nothing":
      return [];
    default:
      return completeInBody(place, owner);
  }
}

/** Whether the string at an offset is on a line of its own. */
function isDocumentation({ before }: LineContext): boolean {
  return before.length === 0;
}

/** Returns the rules that an ignore comment can name (LINT-7, LSP-31). */
function completeInComment({ text, start }: Piece, offset: number): Completion[] {
  if (!/^#\s*ashlar-ignore(?:-file)?\s[^:]*$/.test(text.slice(0, offset - start))) {
    return [];
  }
  const [written = ""] = text.slice(1).split(":");
  const named = written.split(/[\s,]+/);
  return rules
    .filter(({ id }) => !named.includes(id))
    .map(({ id, summary }) => ({ label: id, kind: "value", detail: summary, order: 10 }));
}

interface Ranked {
  readonly item: Completion;
  /** The quality of the match with the typed text; undefined if it does not match. */
  readonly rank: number | undefined;
}

/** Returns the items sorted by match with the typed text, then by their `order`; deprecated items are last (LSP-32). */
export function sortCompletions(items: readonly Completion[], word: string): Ranked[] {
  return items
    .map((item) => {
      const name = item.label.slice(item.label.lastIndexOf(".") + 1);
      return { item, rank: word === "" ? 0 : (rankOf(name, word) ?? rankOf(item.label, word)) };
    })
    .sort(
      (a, b) =>
        (a.rank ?? 9) - (b.rank ?? 9) ||
        Number(a.item.isDeprecated ?? false) - Number(b.item.isDeprecated ?? false) ||
        a.item.order - b.item.order ||
        (a.item.label < b.item.label ? -1 : 1),
    );
}
