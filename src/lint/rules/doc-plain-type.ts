import { documents, plainParts, sourceOf, wordsAt } from "../documents.js";
import type { Rule } from "../rule.js";

/** Text in backquotes, a URL, or a word outside of a qualified name. */
const piece = /`([^`]*)`|\b\w+:\/\/\S*|(?<![\w.])[A-Z][A-Za-z0-9]*(?!\w)/g;

export const docPlainType: Rule = {
  id: "doc-plain-type",
  recommended: "info",
  strict: "info",
  summary: "The name of a type in documentation that is not written as a reference",
  check(project, report) {
    for (const documented of project.get(documents)) {
      const { doc, namespace, kind, name } = documented;
      if (doc === undefined) {
        continue;
      }
      const isSelf = (word: string): boolean => (kind === "struct" || kind === "union") && word === name;
      for (const [word, places] of findTypeWords(sourceOf(doc))) {
        const [first = 0] = places.map(({ index }) => index);
        if (!isSelf(word) && project.type({ namespace, name: word }) !== undefined) {
          const text = `:type:\`${word}\``;
          const { source, start } = doc.span;
          const changes = places.flatMap(({ replaced }) =>
            replaced === undefined
              ? []
              : [{ span: { source, start: start + replaced.start, end: start + replaced.end }, text }],
          );
          report(documented, `'${word}' is a type, but is not written as a reference.`, {
            help: `Write ${text}.`,
            ...wordsAt(doc, first, word),
            ...(changes.length > 0 && { fix: { title: "Write a reference", safe: true, changes } }),
          });
        }
      }
    }
  },
};

/** A word in a literal. */
interface Place {
  readonly index: number;
  /** What a reference replaces: the word with its backquotes. Undefined for one of several words in backquotes. */
  readonly replaced: { readonly start: number; readonly end: number } | undefined;
}

/** The words of a literal that may be types, with their places in it. */
function findTypeWords(literal: string): ReadonlyMap<string, readonly Place[]> {
  const found = new Map<string, Place[]>();
  const add = (word: string, place: Place): void => {
    if (hasHumps(word)) {
      found.set(word, [...(found.get(word) ?? []), place]);
    }
  };
  for (const part of plainParts(literal)) {
    for (const { 0: text, 1: quoted, index } of part.text.matchAll(piece)) {
      const start = part.index + index;
      const replaced = { start, end: start + text.length };
      if (quoted === undefined) {
        add(text, { index: start, replaced });
      } else if (/^\w+$/.test(quoted)) {
        add(quoted, { index: start + 1, replaced });
      } else {
        for (const { 0: word, index: inside } of quoted.matchAll(piece)) {
          add(word, { index: start + 1 + inside, replaced: undefined });
        }
      }
    }
  }
  return found;
}

/** Whether a word has at least two humps, as `HTTPError` has. */
function hasHumps(word: string): boolean {
  return /^[A-Z]\w*[a-z]/.test(word) && /.[A-Z]/.test(word);
}
