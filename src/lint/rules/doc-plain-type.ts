import { documents, plainParts, sourceOf, spanOfWords } from "../documents.js";
import type { LintedType, Project } from "../project.js";
import type { Rule } from "../rule.js";

/** Matches text in backquotes, a URL, or a word that may be a type, including the names that follow it after dots. */
const piece = /`([^`]*)`|\b\w+:\/\/\S*|(?<![\w.])[A-Z][A-Za-z0-9]*(?!\w)(?:\.[A-Za-z]\w*)*/g;

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
      for (const [written, places] of findTypeWords(sourceOf(doc))) {
        const [first = 0] = places.map(({ index }) => index);
        const [word = "", ...members] = written.split(".");
        const type = isSelf(word) ? undefined : project.type({ namespace, name: word });
        if (type !== undefined) {
          const isMember = members.length === 1 && hasMember(type, members[0] ?? "", project);
          const text = isMember ? `:field:\`${written}\`` : `:type:\`${word}\``;
          const { source, start } = doc.span;
          const isClear = isMember || members.length === 0;
          const changes = places.flatMap(({ replaced }) =>
            replaced === undefined || !isClear
              ? []
              : [{ span: { source, start: start + replaced.start, end: start + replaced.end }, text }],
          );
          const named = isMember
            ? `'${written}' is a ${type.type.kind === "struct" ? "field" : "tag"}`
            : `'${word}' is a type`;
          report(documented, `${named}, but is not written as a reference.`, {
            help: `Write ${text}.`,
            ...spanOfWords(doc, first, isMember ? written : word),
            ...(changes.length > 0 && { fix: { title: "Write a reference", safe: true, changes } }),
          });
        }
      }
    }
  },
};

function hasMember(type: LintedType, name: string, { lookup }: Project): boolean {
  return lookup.field(type, name) !== undefined;
}

/** The position of a word in a literal. */
interface Place {
  readonly index: number;
  /**
   * The text that a reference replaces: the word, including its backquotes. Undefined if the backquotes contain several
   * words.
   */
  readonly replaced: { readonly start: number; readonly end: number } | undefined;
}

/** Returns the words of a literal that may be types, including names of members after a dot, and where they occur. */
function findTypeWords(literal: string): ReadonlyMap<string, readonly Place[]> {
  const found = new Map<string, Place[]>();
  const add = (word: string, place: Place): void => {
    if (hasHumps(word.split(".")[0] ?? "")) {
      found.set(word, [...(found.get(word) ?? []), place]);
    }
  };
  for (const part of plainParts(literal)) {
    for (const { 0: text, 1: quoted, index } of part.text.matchAll(piece)) {
      const start = part.index + index;
      const replaced = { start, end: start + text.length };
      if (quoted === undefined) {
        add(text, { index: start, replaced });
      } else if (/^\w+(?:\.\w+)*$/.test(quoted)) {
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

/** Whether a word is in camel case and has at least two humps, such as `HTTPError`. */
function hasHumps(word: string): boolean {
  return /^[A-Z]\w*[a-z]/.test(word) && /.[A-Z]/.test(word);
}
