import type { ToolRoute } from "./tool.js";

/** Groups of words that callers use for the same thing. */
const synonyms: readonly (readonly string[])[] = [
  ["add", "create", "insert", "make", "new", "register"],
  ["rename", "move", "relocate"],
  ["delete", "destroy", "discard", "erase", "remove"],
  ["change", "edit", "modify", "set", "update"],
  ["fetch", "get", "info", "look", "read", "retrieve", "show"],
  ["browse", "enumerate", "list"],
  ["find", "query", "search"],
  ["clone", "copy", "duplicate"],
  ["put", "send", "store", "upload", "write"],
  ["abort", "cancel", "stop"],
  ["block", "disable", "revoke", "suspend"],
  ["directory", "folder"],
].map((group) => group.map(stem));

/** Words that say nothing about what a route does. */
const stopWords = new Set(
  (
    "a an the this that these those it its is are was were be been am do does did has have had can could may might must shall should " +
    "will would want wants need needs like please let i me my mine we us our you your he she they them their who whom whose what " +
    "which when where why how much many there here some any and or but if then than so as at by for from in into of on onto " +
    "to with about just only also s t m d re ve ll"
  ).split(" "),
);

/** Returns the approximate stem of an English word, for comparing words: `renaming`, `renamed` and `renames` become `renam`. */
function stem(word: string): string {
  const base = word.replace(/(?:ies|ied)$/, "y").replace(/(?:ings?|ed|es|s|e)$/, "");
  return base.length < 3 ? word : base;
}

/** Returns the stems of the words in a string. */
function stems(text: string): readonly string[] {
  return split(text).map(stem);
}

/** Returns the stems of the words of a search. Stop words count only if there are no others. */
function wantedStems(text: string): readonly string[] {
  const words = split(text);
  const telling = words.filter((word) => !stopWords.has(word));
  return [...new Set((telling.length > 0 ? telling : words).map(stem))];
}

/** Returns the words in a string, in lower case. Names are split at `_`, `/` and capital letters. */
function split(text: string): readonly string[] {
  return text
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/**
 * Returns the routes whose name or description contains at least one of the words, or a synonym. Routes that match more words
 * come first, then those that match in the name rather than the description, and the words themselves rather than synonyms.
 */
export function searchRoutes(tools: readonly ToolRoute[], words: string): readonly ToolRoute[] {
  const wanted = wantedStems(words);
  const ranked = tools.map((tool) => {
    const name = new Set(stems(tool.route.name));
    const description = new Set(stems(tool.tool.description));
    const scores = wanted.map((word) => score(word, name, description));
    const length = tool.route.name.length; // if the scores are equal, the more general route comes first
    return { tool, matched: scores.filter((each) => each > 0).length, score: sum(scores), length };
  });
  return ranked
    .filter(({ matched }) => matched > 0)
    .sort((a, b) => b.matched - a.matched || b.score - a.score || a.length - b.length)
    .map(({ tool }) => tool);
}

function score(word: string, name: ReadonlySet<string>, description: ReadonlySet<string>): number {
  const others = synonyms.find((group) => group.includes(word)) ?? [];
  if (name.has(word)) {
    return 8;
  }
  return others.some((other) => name.has(other))
    ? 4
    : description.has(word)
      ? 2
      : others.some((other) => description.has(other))
        ? 1
        : 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
