import { isProblem, parsePattern } from "./parse.js";
import type { CharacterSet } from "./characters/character-set.js";
import { hasCharacter, toSymbols } from "./characters/symbols.js";
import type { Node } from "./tree.js";

/** The maximum number of words that are returned. More would be too many to choose from. */
const maxWords = 50;

/**
 * Returns the words that a pattern lists, such as `user` and `team` for `^(user|team)$`. A repeated part occurs once if
 * it is required, becomes a space if it may match one, and is otherwise left out. Alternatives that are not words are
 * left out.
 */
export function wordsOf(pattern: string): readonly string[] {
  const parsed = parsePattern(pattern);
  const words = isProblem(parsed) ? [] : (wordsIn(parsed.body) ?? []);
  return [...new Set(words)].filter((word) => word !== "").slice(0, maxWords);
}

/** Returns the words that a node lists; undefined if it does not list words. */
function wordsIn(node: Node): readonly string[] | undefined {
  switch (node.kind) {
    case "characters": {
      const character = onlyCharacter(node.set);
      return character === undefined ? undefined : [character];
    }
    case "sequence":
      return node.items.reduce<readonly string[] | undefined>(
        (starts, item) => {
          const ends = starts && wordsIn(item);
          return ends && starts.flatMap((start) => ends.map((end) => start + end)).slice(0, maxWords);
        },
        [""],
      );
    case "alternation": {
      const options = node.options.flatMap((option) => wordsIn(option) ?? []);
      return options.length === 0 ? undefined : options;
    }
    case "repeat":
      return node.min === 0 ? [mayBeSpace(node.body) ? " " : ""] : node.min === 1 ? wordsIn(node.body) : undefined;
    case "group":
    case "atomic":
      return wordsIn(node.body);
    case "assertion":
      return [""];
    case "look":
    case "reference":
    case "conditional":
      return undefined;
  }
}

function onlyCharacter({ negated, items }: CharacterSet): string | undefined {
  const [item, ...others] = items;
  return !negated && others.length === 0 && item?.kind === "range" && item.from === item.to
    ? String.fromCodePoint(item.from)
    : undefined;
}

function mayBeSpace(node: Node): boolean {
  return node.kind === "characters" && hasCharacter(toSymbols(node.set), " ");
}
